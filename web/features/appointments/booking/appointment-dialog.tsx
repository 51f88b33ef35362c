import type { ComponentProps } from 'react'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { AppointmentFields } from '../appointment-fields.tsx'

export type { NewVisit } from '../use-visit-form.ts'

const texts = appointmentPageTexts.dialog

/** 'Schedule New Appointment' and 'Reschedule Appointment' (docs/specification.md B2.15, B5). */
export default function AppointmentDialog({
  visit,
  onClose,
  ...props
}: ComponentProps<typeof AppointmentFields>) {
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || onClose()}
      unsaved={'id' in visit ? texts.unsavedChange : texts.unsaved}
      stay={texts.stay}
      title={'id' in visit ? texts.reschedule : texts.schedule}
      description={texts.zone(props.clinic.time_zone)}
      // the first field of a visit that moves is its patient, which cannot change
      onOpenAutoFocus={(event: Event) => {
        const date =
          'id' in visit &&
          event.target instanceof HTMLElement &&
          event.target.querySelector<HTMLElement>('[name="date"]')
        if (!date) return
        event.preventDefault()
        date.focus()
      }}
    >
      <AppointmentFields visit={visit} onClose={onClose} {...props} />
    </GuardedDialog>
  )
}
