import { Phone } from 'lucide-react'
import { useState } from 'react'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { ownWaitlistTexts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { OwnVisit } from '../booking/own-queries.ts'
import type { Provider, VisitType } from '../booking/queries.ts'

const JoinWaitlistDialog = drawnLate(() => import('./join-waitlist-dialog.tsx'))

/** Other ways to a visit while no time is free: the waitlist, unless the caller books for another, and the phone. */
export function NoFreeTime({
  clinic,
  type,
  waitlist,
}: {
  clinic: Clinic
  /** key of the chosen kind of visit */
  type: string
  waitlist:
    | false
    | { types: readonly VisitType[]; providers: readonly Provider[]; ahead: readonly OwnVisit[] }
}) {
  const [isJoining, setJoining] = useState(false)
  const { phone } = clinic
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {waitlist && (
        <Button variant="outline" onClick={() => setJoining(true)}>
          {ownWaitlistTexts.dialog.save}
        </Button>
      )}
      {phone && (
        <Button asChild variant="quiet">
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <Phone aria-hidden />
            {ownAppointmentTexts.booking.noneCall(phone)}
          </a>
        </Button>
      )}
      {waitlist && isJoining && (
        <JoinWaitlistDialog
          {...waitlist}
          slug={clinic.subdomain}
          today={dateIn(serverNow(), clinic.time_zone)}
          type={type}
          entry={null}
          onClose={() => setJoining(false)}
        />
      )}
    </div>
  )
}
