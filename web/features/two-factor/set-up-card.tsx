import type { User } from '@supabase/auth-js'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { AddFactor } from './add-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const texts = twoFactorTexts.setUp

export interface LaterLink {
  to: string
  label: string
}

/**
 * Sets up two steps and recovery codes for a team member whose clinic requires them.
 *
 * @param later if they can be skipped for now, as in a clinic without patients
 * @param onStart called before the session changes, so that the caller still shows this card
 */
export function SetUpCard({
  user,
  clinicName,
  later,
  onStart,
  onFinish,
}: {
  user: User
  clinicName: string
  later: LaterLink | null
  onStart(): void
  onFinish(): void
}) {
  const [isOn, setOn] = useState(false)
  return (
    <Card fold padded={false} className="w-full max-w-140">
      <div className="px-5 pt-7 pb-6 sm:px-8 sm:pt-8 sm:pb-7">
        <PageHeading
          key={isOn ? 'codes' : 'factor'}
          title={isOn ? texts.almost : texts.title}
          site={clinicName}
          lead={isOn ? texts.almostLead : texts.lead(clinicName)}
          className="pr-7 [&_h1]:text-h2"
        />
        {isOn ? (
          <div className="mt-6">
            <RecoveryCodes
              email={user.email ?? ''}
              existing={null}
              keptLabel={texts.finish}
              onKept={onFinish}
            />
          </div>
        ) : (
          <>
            <p className="mt-5 flex gap-3 rounded-control bg-tint px-4 py-3 text-form">
              <ShieldCheck aria-hidden className="mt-0.5 size-5 flex-none text-primary" />
              {texts.why}
            </p>
            <div className="mt-6">
              <AddFactor
                heading={texts.choose}
                taken={(user.factors ?? []).map(({ friendly_name }) => friendly_name ?? '')}
                onStart={onStart}
                onDone={() => setOn(true)}
              />
            </div>
          </>
        )}
      </div>
      {!isOn && (
        <p className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line px-5 py-5 text-form text-muted sm:px-8">
          {later && (
            <Link className="link" to={later.to} onClick={onFinish}>
              {later.label}
            </Link>
          )}
          <Link className="link" to={withClinic(paths.logout)}>
            {twoFactorTexts.step.signOut}
          </Link>
        </p>
      )}
    </Card>
  )
}
