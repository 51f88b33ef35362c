import type { User } from '@supabase/auth-js'
import { type LaterLink, SetUpCard } from '#web/features/two-factor/set-up-card.tsx'
import { AccessFrame } from './access-frame.tsx'

/** Setting up the second step that a clinic requires of its team, in place of the clinic's page. */
export default function SetUpSecondStep(props: {
  user: User
  clinicName: string
  later: LaterLink | null
  onStart(): void
  onFinish(): void
}) {
  return (
    <AccessFrame>
      <SetUpCard {...props} />
    </AccessFrame>
  )
}
