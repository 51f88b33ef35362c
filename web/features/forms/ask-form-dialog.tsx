import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formTexts } from '#domain/texts/forms.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { formsQuery, personFormsQuery } from './queries.ts'

const texts = formTexts.person

/** Requests a form that is in use from a patient. Mounted only while open. */
export function AskFormDialog({
  slug,
  patientId,
  name,
  onClose,
}: {
  slug: string
  patientId: string
  name: string
  onClose(): void
}) {
  const queryClient = useQueryClient()
  const forms = useQuery(formsQuery(slug))
  const [formId, setFormId] = useState('')
  const [isChecked, setChecked] = useState(false)
  const offered = forms.data?.filter(({ isActive }) => isActive)
  const ask = useMutation({
    mutationFn: () => callFunction('ask-form', { formId, patientId }),
    onSuccess: ({ isNew, hasAccount }) => {
      const note = hasAccount ? {} : { description: texts.withoutAccount }
      if (isNew) toast.success(texts.asked(name), note)
      else toast.info(texts.already(name), note)
      void queryClient.invalidateQueries({ queryKey: personFormsQuery(slug, patientId).queryKey })
      onClose()
    },
    onError: (error) => toast.error(texts.askFailed, describeRefusal(error, texts.tryAgain)),
  })
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || ask.isPending || onClose()}>
      <DialogContent title={texts.askTitle(name)} description={texts.askLead}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setChecked(true)
            if (formId && !ask.isPending) ask.mutate()
          }}
        >
          {forms.isPending ? (
            <Loading>
              <Skeleton className="h-20 rounded-control" />
            </Loading>
          ) : !offered ? (
            <FailedRead title={texts.formsFailed} error={forms.error} onRetry={() => void forms.refetch()} />
          ) : offered.length === 0 ? (
            <p className="text-form">{texts.noForms}</p>
          ) : (
            <Field label={texts.form} error={isChecked && !formId ? texts.chooseForm : ''}>
              {(control) => (
                <Select {...control} value={formId} onChange={({ target }) => setFormId(target.value)}>
                  <option value="">{texts.chooseForm}</option>
                  {offered.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <DialogActions>
            <Button variant="outline" disabled={ask.isPending} onClick={onClose}>
              {texts.cancel}
            </Button>
            {offered && offered.length > 0 && (
              <SubmitButton isBusy={ask.isPending} busyText={texts.sending}>
                {texts.send}
              </SubmitButton>
            )}
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
