import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { answerDisputeInput } from '#domain/invoices/disputes.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { reasonOf } from './dispute-reason.ts'
import { type ChosenFile, EvidenceFiles } from './evidence-files.tsx'
import type { Dispute } from './queries.ts'

const texts = clinicInvoiceTexts.disputes
const evidenceForm = z.pick(answerDisputeInput, { evidence: true })

export function AnswerDispute({
  dispute,
  clinic,
  onClose,
}: {
  dispute: Dispute
  clinic: Clinic
  onClose(): void
}) {
  const amount = formatMoney(dispute.amount_cents, dispute.currency)
  const refresh = useRefreshClinic()
  const form = useSchemaForm(evidenceForm, { evidence: '' })
  // one opening of the dialog sends once, even after several presses
  const [attempt] = useState(() => crypto.randomUUID())
  const [isGivingUp, setGivingUp] = useState(false)
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [isUploading, setUploading] = useState(false)
  const [isEarly, setEarly] = useState(false)
  const finish = {
    onError: (error: unknown) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  }
  const answer = useMutation({
    mutationFn: (evidence: string) =>
      callFunction('answer-dispute', {
        disputeId: dispute.id,
        evidence,
        files: files.map(({ id, kind }) => ({ fileId: id, kind })),
        attempt,
      }),
    onSuccess: () => {
      toast.success(texts.sent)
      onClose()
    },
    ...finish,
  })
  const accept = useMutation({
    mutationFn: () => callFunction('accept-dispute', { disputeId: dispute.id }),
    onSuccess: () => {
      toast.success(texts.accepted)
      onClose()
    },
    ...finish,
  })
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || onClose()}
      title={texts.question(amount)}
      description={reasonOf(dispute)}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit(async ({ evidence }) => {
          setEarly(isUploading)
          if (!isUploading) await answer.mutateAsync(evidence).catch(() => undefined)
        })}
      >
        {dispute.due_by && (
          <p className="mb-4 font-semibold">{texts.deadline(dateInText(dispute.due_by, clinic.time_zone))}</p>
        )}
        <Field
          label={texts.evidence}
          hint={texts.evidenceHint}
          error={form.formState.errors.evidence?.message}
        >
          {(control) => (
            <Textarea
              rows={8}
              {...control}
              {...form.register('evidence')}
              // validated on submit: an error on blur would move the pressed button
              onBlur={undefined}
            />
          )}
        </Field>
        <EvidenceFiles
          patientId={dispute.patient_id}
          files={files}
          disabled={answer.isPending}
          onChange={setFiles}
          onBusyChange={setUploading}
        />
        <p role="alert" className="mt-1.5 text-note font-semibold text-danger empty:hidden">
          {isEarly && isUploading && texts.filesUploading}
        </p>
        <p className="mt-4 text-form text-muted">{texts.once}</p>
        <DialogActions>
          <Button variant="link" className="sm:mr-auto" onClick={() => setGivingUp(true)}>
            {texts.accept}
          </Button>
          <SubmitButton isBusy={answer.isPending} busyText={texts.sending}>
            {texts.send}
          </SubmitButton>
        </DialogActions>
      </form>
      <AlertDialog
        open={isGivingUp}
        onOpenChange={(open) => accept.isPending || setGivingUp(open)}
        title={texts.acceptQuestion(amount)}
        consequence={texts.acceptConsequence}
        safeLabel={texts.keep}
        actionLabel={texts.accept}
        isBusy={accept.isPending}
        onAction={() => accept.mutate()}
      />
    </GuardedDialog>
  )
}
