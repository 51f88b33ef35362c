import type { User } from '@supabase/auth-js'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { OtherSecondSteps, SecondStepForm, useSecondStepChoice } from './second-step-choice.tsx'

const texts = twoFactorTexts.step

/** The second step after the password. Completing it changes the session, and the parent then shows its page. */
export function SecondStepCard({ user, site }: { user: User; site: string }) {
  const choice = useSecondStepChoice(user)
  return (
    <Card fold padded={false} className="w-full max-w-110">
      <div className="px-5 pt-7 pb-6 sm:px-8 sm:pt-8 sm:pb-7">
        <PageHeading title={texts.title} site={site} lead={choice.lead} className="pr-7 [&_h1]:text-h2" />
        <div className="mt-6">
          <SecondStepForm user={user} choice={choice} onDone={() => toast.success(texts.done)} />
        </div>
      </div>
      <div className="space-y-1.5 border-t border-line px-5 py-5 text-form text-muted sm:px-8">
        <OtherSecondSteps {...choice} />
        <p>
          <Link className="link" to={withClinic(paths.logout)}>
            {texts.signOut}
          </Link>
        </p>
      </div>
    </Card>
  )
}
