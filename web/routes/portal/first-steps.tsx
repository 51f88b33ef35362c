import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, HeartPulse, Users, X } from 'lucide-react'
import { useId, useState } from 'react'
import { paths, withQuery } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { ownVisitsQuery } from '#web/features/appointments/booking/own-queries.ts'
import { hasHealthQuery } from '#web/features/profiles/has-health.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { deviceStore } from '#web/lib/page/stores.ts'

const texts = portalTexts.home.firstSteps

/**
 * Steps of a patient's first 30 days. Each is absent once it is done, the card once all are or after a press on "Hide".
 *
 * @param mayAddFamily a plan covers more people than it does now
 */
export default function FirstSteps({
  clinic,
  userId,
  mayAddFamily,
}: {
  clinic: Clinic
  userId: string
  mayAddFamily: boolean
}) {
  const id = useId()
  const hiddenKey = `carefold-first-steps-hidden ${clinic.id} ${userId}`
  const [isHidden, setHidden] = useState(() => deviceStore.getItem(hiddenKey) !== null)
  const visits = useQuery({ ...ownVisitsQuery(clinic.subdomain), enabled: !isHidden })
  const hasHealth = useQuery({ ...hasHealthQuery(clinic), enabled: !isHidden })
  if (isHidden) return null
  if (visits.isPending || hasHealth.isPending) return <Waiting />
  const mayBook = visits.data?.length === 0
  const mayTell = hasHealth.data === false
  if (!mayBook && !mayTell && !mayAddFamily) return null
  const hide = () => {
    deviceStore.setItem(hiddenKey, '1')
    setHidden(true)
  }
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className="flex items-center justify-between gap-3">
          <CardTitle id={id}>{texts.title}</CardTitle>
          <Button variant="quiet" size="icon" aria-label={texts.hide} onClick={hide}>
            <X aria-hidden />
          </Button>
        </div>
        <ul className="mt-1 -mb-2 divide-y divide-line">
          {mayBook && (
            <LinkRow to={withClinic(paths.appointments)} icon={CalendarPlus} note={texts.bookNote}>
              {texts.book}
            </LinkRow>
          )}
          {mayTell && (
            <LinkRow
              to={withClinic(withQuery(paths.profile, { tab: 'health' }))}
              icon={HeartPulse}
              note={texts.healthNote}
            >
              {texts.health}
            </LinkRow>
          )}
          {mayAddFamily && (
            <LinkRow to={withClinic(paths.pay)} icon={Users} note={texts.familyNote}>
              {texts.family}
            </LinkRow>
          )}
        </ul>
      </Card>
    </section>
  )
}
