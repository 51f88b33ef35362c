import type { User } from '@supabase/auth-js'
import { paths } from '#domain/paths.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { SetUpCard } from '#web/features/two-factor/set-up-card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { AccessFrame } from './access-frame.tsx'

const texts = twoFactorTexts.setUp

/**
 * Set-up of the second step that a clinic requires of its team, in place of the clinic's page.
 *
 * @param leadsBackTo where the user may go instead; null if it is required now
 */
export default function SetUpSecondStep({
  leadsBackTo,
  ...props
}: {
  user: User
  clinicName: string
  leadsBackTo: 'today' | 'pricing' | null
  onStart(): void
  onFinish(): void
}) {
  return (
    <AccessFrame>
      <SetUpCard {...props} later={leadsBackTo && later(leadsBackTo)} />
    </AccessFrame>
  )
}

function later(page: 'today' | 'pricing'): { to: string; label: string } {
  return page === 'today'
    ? { to: withClinic(paths.clinic), label: texts.later }
    : { to: withClinic(paths.pricing), label: texts.laterToPricing }
}
