import type { ReactNode } from 'react'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { NewVisit } from '../booking/appointment-dialog.tsx'
import { CancelVisit } from '../booking/cancel-visit.tsx'
import type { Provider, TeamVisit, VisitType } from '../booking/queries.ts'
import type { useVisitActions } from '../booking/use-visit-actions.ts'

const AppointmentDialog = drawnLate(() => import('../booking/appointment-dialog.tsx'))
const VisitDetails = drawnLate(() => import('./visit-details.tsx'))

export type VisitDialog =
  | { is: 'details' | 'cancel'; visit: TeamVisit }
  | { is: 'change'; visit: TeamVisit | NewVisit }

/** The open dialog about a visit: its details, from which it is moved or canceled, or a new visit. */
export function VisitDialogs({
  clinic,
  today,
  dialog,
  visits,
  types,
  providers,
  rooms,
  actions: { mark, cancel },
  lessonOf,
  onDialog,
}: {
  clinic: Clinic
  /** in the clinic's time zone */
  today: string
  dialog: VisitDialog | null
  /** as last read: details follow a change by a colleague */
  visits: readonly TeamVisit[]
  types: readonly VisitType[]
  providers: readonly Provider[]
  rooms: readonly { id: string; name: string }[]
  actions: ReturnType<typeof useVisitActions>
  lessonOf?(visit: TeamVisit): ReactNode
  onDialog(next: VisitDialog | null): void
}) {
  if (!dialog) return null
  const close = () => onDialog(null)
  const { is, visit } = dialog
  if (is === 'change')
    return <AppointmentDialog {...{ clinic, types, providers, today, visit }} onClose={close} />
  if (is === 'cancel') return <CancelVisit visit={visit} cancel={cancel} onClose={close} />
  return (
    <VisitDetails
      {...{ clinic, today, types, providers, rooms }}
      visit={visits.find(({ id }) => id === visit.id) ?? visit}
      lesson={lessonOf?.(visit)}
      onStep={(step) => mark.isPending || mark.mutate({ visit, step }, { onSuccess: close })}
      onReschedule={() => onDialog({ is: 'change', visit })}
      onCancel={() => onDialog({ is: 'cancel', visit })}
      onClose={close}
    />
  )
}
