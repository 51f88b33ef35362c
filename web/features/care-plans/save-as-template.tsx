import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CarePlanParts, SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import { type SaveCarePlanTemplate, templateForm, withoutPatient } from '#domain/care-plans/own-templates.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { TitleFields } from './title-fields.tsx'
import { useSaveTemplate } from './use-template-actions.ts'

const texts = carePlanTexts.templates

export function SaveAsTemplate({ clinic, form }: { clinic: Clinic; form: UseFormReturn<SaveCarePlan> }) {
  const [parts, setParts] = useState<CarePlanParts | null>(null)
  return (
    <>
      {/* shows the plan's own errors first */}
      <Button
        variant="quiet"
        onClick={() => void form.handleSubmit((plan) => setParts(withoutPatient(plan)))()}
      >
        {texts.saveAs}
      </Button>
      <GuardedDialog
        isOpen={parts !== null}
        onOpenChange={(isOpen) => isOpen || setParts(null)}
        title={texts.saveAsTitle}
        description={texts.saveAsLead}
      >
        {parts && <NewTemplate clinic={clinic} parts={parts} onDone={() => setParts(null)} />}
      </GuardedDialog>
    </>
  )
}

function NewTemplate({ clinic, parts, onDone }: { clinic: Clinic; parts: CarePlanParts; onDone(): void }) {
  const [schema] = useState(() => templateForm(clinic.currency))
  const form = useSchemaForm<SaveCarePlanTemplate>(schema, {
    version: 0,
    title: '',
    description: '',
    ...parts,
  })
  const save = useSaveTemplate(clinic, form, onDone)
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        // React bubbles the event to the plan's form
        event.stopPropagation()
        void form.handleSubmit((input) => save.isPending || save.mutate(input))(event)
      }}
    >
      {save.error && (
        <Notice tone="danger" title={texts.editor.failed}>
          <p>{refusalSentence(save.error) ?? carePlanTexts.editor.tryAgain}</p>
        </Notice>
      )}
      <TitleFields form={form} />
      <DialogActions>
        <Button variant="outline" disabled={save.isPending} onClick={onDone}>
          {texts.keepPlan}
        </Button>
        <SubmitButton isBusy={save.isPending} busyText={texts.editor.saving}>
          {texts.editor.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
