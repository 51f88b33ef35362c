import type { Factor, User } from '@supabase/auth-js'
import { useState } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { type SecondStepKind, waysOf } from '#domain/two-factor/two-factor.ts'
import { Button } from '#web/components/ui/button.tsx'
import { knowsPasskeys } from './factors.ts'
import { AppStep } from './step-app.tsx'
import { PasskeyStep } from './step-passkey.tsx'
import { PhoneStep } from './step-phone.tsx'
import { RecoveryStep } from './step-recovery.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'

const texts = twoFactorTexts.step

export interface SecondStepChoice {
  way: SecondStepKind
  others: SecondStepKind[]
  factor: Factor | undefined
  lead: string
  choose(way: SecondStepKind): void
}

export function useSecondStepChoice(user: User): SecondStepChoice {
  const ways = waysOf(user.factors ?? [], { knowsPasskeys: knowsPasskeys() })
  const [chosen, choose] = useState<SecondStepKind | null>(null)
  const way = chosen ?? ways[0] ?? 'recovery_code'
  const factor = user.factors?.find(({ factor_type, status }) => factor_type === way && status === 'verified')
  return { way, others: ways.filter((kind) => kind !== way), factor, lead: leadOf(way, factor), choose }
}

/** The form of the step; takes focus when another one is chosen. */
export function SecondStepForm({
  user,
  choice,
  onDone,
}: {
  user: User
  choice: SecondStepChoice
  onDone(): void
}) {
  const container = useFocusOnChange<HTMLDivElement>(choice.way, firstControl)
  return (
    <div ref={container}>
      <Step user={user} choice={choice} onDone={onDone} />
    </div>
  )
}

const firstControl = (step: HTMLElement) => step.querySelector<HTMLElement>('input, button')

function Step({ user, choice: { way, factor }, onDone }: Parameters<typeof SecondStepForm>[0]) {
  if (way === 'recovery_code' || !factor) return <RecoveryStep key="recovery" onDone={onDone} />
  if (way === 'webauthn') return <PasskeyStep key={factor.id} factorId={factor.id} onDone={onDone} />
  if (way === 'phone') return <PhoneStep key={factor.id} factorId={factor.id} onDone={onDone} />
  const apps = (user.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  )
  return <AppStep key="app" factors={apps} onDone={onDone} />
}

export function OtherSecondSteps({ others, choose }: Pick<SecondStepChoice, 'others' | 'choose'>) {
  if (others.length === 0) return null
  return (
    <>
      <p className="font-semibold">{texts.otherWays}</p>
      <ul>
        {others.map((kind) => (
          <li key={kind}>
            <Button variant="link" className="min-h-11" onClick={() => choose(kind)}>
              {texts.other[kind]}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function leadOf(way: SecondStepKind, factor: Factor | undefined): string {
  if (way !== 'phone') return texts.lead[way]
  return texts.lead.phone((factor as { phone?: string } | undefined)?.phone ?? '')
}
