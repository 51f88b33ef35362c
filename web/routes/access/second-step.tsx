import type { User } from '@supabase/auth-js'
import { SecondStepCard } from '#web/features/two-factor/second-step-card.tsx'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { AccessFrame } from './access-frame.tsx'

export default function SecondStep({ user }: { user: User }) {
  const { clinic } = useClinicLookup()
  return (
    <AccessFrame>
      <SecondStepCard user={user} site={clinic?.name ?? config.productName} />
    </AccessFrame>
  )
}
