import { KeyRound, type LucideIcon, MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { freeName } from '#domain/two-factor/two-factor.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { AddPhone } from './add-phone.tsx'
import { knowsPasskeys } from './factors.ts'
import { useFocusOnChange } from './use-focus-on-change.ts'

type Kind = 'totp' | 'webauthn' | 'phone'

const kinds: { kind: Kind; icon: LucideIcon; texts: (typeof twoFactorTexts)['app' | 'passkey' | 'phone'] }[] =
  [
    { kind: 'totp', icon: Smartphone, texts: twoFactorTexts.app },
    { kind: 'webauthn', icon: KeyRound, texts: twoFactorTexts.passkey },
    { kind: 'phone', icon: MessageSquareText, texts: twoFactorTexts.phone },
  ]
const panels = { totp: AddApp, webauthn: AddPasskey, phone: AddPhone }

/** @param heading above the methods @param taken names of existing factors */
export function AddFactor({
  heading,
  taken,
  onStart,
  onDone,
  onCancel,
}: {
  heading: string
  taken: readonly string[]
  /** Called when a method is chosen, before anything changes. */
  onStart?: () => void
  onDone(): void
  onCancel?: () => void
}) {
  const [chosen, setChosen] = useState<Kind | null>(null)
  const kind = kinds.find((known) => known.kind === chosen)
  const title = useFocusOnChange<HTMLHeadingElement>(chosen)

  if (kind) {
    const Panel = panels[kind.kind]
    return (
      <section className="space-y-5">
        <h2 ref={title} tabIndex={-1} className="font-semibold">
          {kind.texts.title}
        </h2>
        <Panel
          name={freeName(kind.texts.title, taken)}
          onDone={() => {
            toast.success(kind.texts.done)
            onDone()
          }}
        />
        <Button variant="quiet" onClick={() => setChosen(null)}>
          {twoFactorTexts.cancel}
        </Button>
      </section>
    )
  }
  return (
    <>
      <h2 ref={title} tabIndex={-1} className="font-semibold">
        {heading}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {kinds.map(({ kind, icon: Icon, texts }) => {
          const isUnsupported = kind === 'webauthn' && !knowsPasskeys()
          return (
            <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
              <span className="grid size-10 flex-none place-items-center rounded-full bg-tint text-primary">
                <Icon aria-hidden className="size-5" />
              </span>
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold">{texts.title}</p>
                <p className="text-form text-muted">
                  {isUnsupported ? twoFactorTexts.passkey.unsupported : texts.text}
                </p>
              </div>
              {!isUnsupported && (
                <Button
                  variant={kind === 'totp' ? 'primary' : 'outline'}
                  className="max-sm:ml-14"
                  onClick={() => {
                    onStart?.()
                    setChosen(kind)
                  }}
                >
                  {texts.action}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {onCancel && (
        <Button variant="quiet" className="mt-2" onClick={onCancel}>
          {twoFactorTexts.cancel}
        </Button>
      )}
    </>
  )
}
