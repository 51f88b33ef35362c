import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { programTexts } from '#domain/texts/programs.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { programsQuery } from './queries.ts'

const texts = programTexts.addTo

/** 'Add to Program' (docs/specification.md B2.13). The form is mounted only while open. */
export function AddToProgram({
  clinic,
  item,
  onClose,
}: {
  clinic: Clinic
  item: { id: string; title: string } | null
  onClose(): void
}) {
  return (
    <Dialog open={item !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      {item && (
        <DialogContent title={texts.title(item.title)} description={texts.lead}>
          <AddForm clinic={clinic} itemId={item.id} onClose={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function AddForm({ clinic, itemId, onClose }: { clinic: Clinic; itemId: string; onClose(): void }) {
  const programs = useQuery(programsQuery(clinic.subdomain))
  const refresh = useRefreshClinic()
  const [programId, setProgramId] = useState('')
  const [isMissing, setMissing] = useState(false)
  const add = useMutation({
    mutationFn: () => callFunction('add-to-program', { programId, itemId }),
    onSuccess: () => {
      toast.success(texts.done)
      onClose()
    },
    onSettled: () => refresh(),
  })
  const error = programs.isError ? programTexts.list.failed : isMissing ? texts.missing : ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(programId === '')
        if (programId !== '' && !add.isPending) add.mutate()
      }}
    >
      {add.error && (
        <Notice tone="danger" title={texts.failed} className="mb-5">
          <p>{refusalSentence(add.error) ?? programTexts.editor.tryAgain}</p>
        </Notice>
      )}
      <Field label={texts.program} {...(error && { error })}>
        {(control) => (
          <Select {...control} value={programId} onChange={({ target }) => setProgramId(target.value)}>
            <option value="">{programs.data?.length === 0 ? texts.none : texts.choose}</option>
            {programs.data?.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <SubmitButton isBusy={add.isPending} busyText={texts.busy}>
          {texts.add}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
