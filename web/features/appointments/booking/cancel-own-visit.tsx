import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { visitFeeTexts } from '#domain/texts/visit-fees.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { cancelHoursOf, lateFeeOf, type OwnVisit } from './own-queries.ts'
import type { VisitType } from './queries.ts'

const texts = ownAppointmentTexts.cancelDialog

/**
 * Asks before a patient's visit is canceled. The server decides whether it is late: the device's clock may be wrong.
 * @param onMove to choose another time instead
 */
export function CancelOwnVisit({
  visit,
  type,
  isLate,
  slug,
  onMove,
  onClose,
}: {
  visit: OwnVisit
  type: VisitType | undefined
  isLate: boolean
  slug: string
  onMove(): void
  onClose(): void
}) {
  const queryClient = useQueryClient()
  const hours = cancelHoursOf(visit, type)
  const fee = lateFeeOf(visit)
  const [reason, setReason] = useState('')
  const [refusedAsLate, setRefusedAsLate] = useState(false)
  const acceptsLate = isLate || refusedAsLate
  const cancel = useMutation({
    mutationFn: () =>
      callFunction('cancel-own-appointment', {
        appointmentId: visit.id,
        reason,
        acceptsLate,
      }),
    onSuccess: () => {
      toast.success(texts.done)
      onClose()
    },
    onError: (error) => {
      if (refusalCode(error) === 'change_is_late') setRefusedAsLate(true)
      else toast.error(texts.failed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || cancel.isPending || onClose()}
      title={texts.title}
      consequence={texts.consequence(visitWhen(visit))}
      safeLabel={texts.keep}
      actionLabel={texts.action}
      isBusy={cancel.isPending}
      onAction={() => cancel.mutate()}
    >
      {acceptsLate ? (
        <Notice tone="warning" className="mt-4">
          {ownAppointmentTexts.late(hours)} {type?.cancelPolicy || texts.late}
          {fee && ` ${visitFeeTexts.mayCharge(fee)}`}
        </Notice>
      ) : (
        <p className="mt-4 text-form text-muted">
          {ownAppointmentTexts.policy(hours)} {type?.cancelPolicy}
        </p>
      )}
      <p className="mt-3">
        <Button variant="link" onClick={onMove}>
          {ownAppointmentTexts.answer.move}
        </Button>
      </p>
      <div className="mt-5">
        <Field label={texts.reason} isOptional>
          {(control) => (
            <Textarea
              rows={2}
              maxLength={500}
              {...control}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </AlertDialog>
  )
}
