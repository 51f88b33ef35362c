import type { Factor, User } from '@supabase/auth-js'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { type SecondStepKind, waysOf } from '#domain/two-factor/two-factor.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import { knowsPasskeys } from './factors.ts'
import { AppStep } from './step-app.tsx'
import { PasskeyStep } from './step-passkey.tsx'
import { PhoneStep } from './step-phone.tsx'
import { RecoveryStep } from './step-recovery.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'

const texts = twoFactorTexts.step

/**
 * The second step after the password. Completing it changes the session, and the parent then shows the page behind this
 * card.
 */
export function SecondStepCard({ user, site }: { user: User; site: string }) {
  const ways = waysOf(user.factors ?? [], { knowsPasskeys: knowsPasskeys() })
  const [chosen, setChosen] = useState<SecondStepKind | null>(null)
  const step = useFocusOnChange<HTMLDivElement>(chosen, firstControl)
  const way = chosen ?? ways[0] ?? 'recovery_code'
  const others = ways.filter((kind) => kind !== way)
  const onDone = () => toast.success(texts.done)
  const factor = user.factors?.find(({ factor_type, status }) => factor_type === way && status === 'verified')

  return (
    <Card fold padded={false} className="w-full max-w-110">
      <div className="px-5 pt-7 pb-6 sm:px-8 sm:pt-8 sm:pb-7">
        <PageHeading
          title={texts.title}
          site={site}
          lead={leadOf(way, factor)}
          className="pr-7 [&_h1]:text-h2"
        />
        <div className="mt-6" ref={step}>
          <Step way={way} user={user} factor={factor} onDone={onDone} />
        </div>
      </div>
      <div className="space-y-1.5 border-t border-line px-5 py-5 text-form text-muted sm:px-8">
        {others.length > 0 && (
          <>
            <p className="font-semibold">{texts.otherWays}</p>
            <ul>
              {others.map((kind) => (
                <li key={kind}>
                  <Button variant="link" className="min-h-11" onClick={() => setChosen(kind)}>
                    {texts.other[kind]}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <Link className="link" to={withClinic(paths.logout)}>
            {texts.signOut}
          </Link>
        </p>
      </div>
    </Card>
  )
}

const firstControl = (step: HTMLElement) => step.querySelector<HTMLElement>('input, button')

function Step({
  way,
  user,
  factor,
  onDone,
}: {
  way: SecondStepKind
  user: User
  factor: Factor | undefined
  onDone(): void
}) {
  if (way === 'recovery_code' || !factor) return <RecoveryStep key="recovery" onDone={onDone} />
  if (way === 'webauthn') return <PasskeyStep key={factor.id} factorId={factor.id} onDone={onDone} />
  if (way === 'phone') return <PhoneStep key={factor.id} factorId={factor.id} onDone={onDone} />
  const apps = (user.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  )
  return <AppStep key="app" factors={apps} onDone={onDone} />
}

function leadOf(way: SecondStepKind, factor: Factor | undefined): string {
  if (way !== 'phone') return texts.lead[way]
  return texts.lead.phone((factor as { phone?: string } | undefined)?.phone ?? '')
}
