import type { Factor, User } from '@supabase/auth-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { AddFactor } from './add-factor.tsx'
import { type OwnFactors, ownFactorsQuery, removeFactor, useFactorsChanged } from './factors.ts'
import { twoFactorFailure } from './failure.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const texts = twoFactorTexts.settings

/**
 * @param lead explanation for this audience
 * @param enableLabel label of a button that shows the methods while it is off; by default they are shown
 */
export function TwoFactorSection({
  user,
  lead = texts.lead,
  enableLabel,
}: {
  user: User
  lead?: string
  enableLabel?: string
}) {
  const own = useQuery(ownFactorsQuery(useClinicSlug()))
  const title = useRef<HTMLHeadingElement>(null)
  if (own.isError && !own.data) {
    return (
      <div className="mt-6">
        <ErrorState title={texts.readFailed} onRetry={() => void own.refetch()} />
      </div>
    )
  }
  const isOn = own.data?.factors.some(({ factor_type }) => factor_type !== 'recovery_code')
  return (
    <Card className="mt-6" id={settingsCardIds.twoStep}>
      <CardTitle ref={title} tabIndex={-1} className="flex flex-wrap items-center gap-3">
        {texts.title}
        {own.data && <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? texts.on : texts.off}</Badge>}
      </CardTitle>
      <CardNote>{lead}</CardNote>
      {own.data ? (
        <Factors
          own={own.data}
          email={user.email ?? ''}
          enableLabel={enableLabel}
          // the pressed button is gone
          onChanged={() => title.current?.focus({ preventScroll: true })}
        />
      ) : (
        <Loading label={texts.loading}>
          <Skeleton className="mt-6 h-14 w-full" />
        </Loading>
      )}
    </Card>
  )
}

function Factors({
  own,
  email,
  enableLabel,
  onChanged,
}: {
  own: OwnFactors
  email: string
  enableLabel: string | undefined
  onChanged(): void
}) {
  const [isAdding, setAdding] = useState(false)
  const changed = useFactorsChanged()
  const factors = own.factors.filter(({ factor_type }) => factor_type !== 'recovery_code')
  const isOn = factors.length > 0
  const addLabel = isOn ? texts.add : enableLabel

  async function finish(): Promise<void> {
    setAdding(false)
    await changed()
    onChanged()
  }

  return (
    <>
      {isOn && (
        <ul className="mt-4 divide-y divide-line">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} onRemoved={finish} />
          ))}
        </ul>
      )}
      {isAdding || !addLabel ? (
        <div className="mt-5 border-t border-line pt-5">
          <AddFactor
            heading={isOn ? texts.add : texts.addFirst}
            taken={own.factors.map(({ friendly_name }) => friendly_name ?? '')}
            onDone={() => void finish()}
            {...(addLabel ? { onCancel: () => setAdding(false) } : {})}
          />
        </div>
      ) : (
        <Button variant="outline" className="mt-4" onClick={() => setAdding(true)}>
          {addLabel}
        </Button>
      )}
      {isOn && (
        <section className="mt-6 border-t border-line pt-5">
          <h3 className="font-semibold">{twoFactorTexts.recovery.title}</h3>
          <p className="mt-1 mb-4 text-form text-muted">{twoFactorTexts.recovery.lead}</p>
          <RecoveryCodes email={email} existing={own.recovery} />
        </section>
      )}
    </>
  )
}

function FactorRow({
  factor,
  isLast,
  onRemoved,
}: {
  factor: Factor
  isLast: boolean
  onRemoved(): Promise<void>
}) {
  const kind = twoFactorTexts.kinds[factor.factor_type]
  const name = factor.friendly_name || kind
  const phone = (factor as { phone?: string }).phone
  const remove = useMutation({
    mutationFn: () => removeFactor(factor.id),
    onSuccess: () => {
      toast.success(texts.removed(name))
      void onRemoved()
    },
    onError: (error) => toast.error(texts.failed, { description: twoFactorFailure(error) }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-form text-muted">
          {phone ? `+${phone} · ` : name === kind ? '' : `${kind} · `}
          {texts.added} <DateText value={factor.created_at} />
        </p>
      </div>
      <AskFirst
        label={texts.remove}
        accessibleLabel={texts.removeThis(name)}
        ask={{
          ...texts.ask,
          title: texts.ask.title(name),
          consequence: isLast ? texts.ask.last : texts.ask.consequence,
        }}
        isBusy={remove.isPending}
        onAction={(close) => remove.mutate(undefined, { onSettled: close })}
      />
    </li>
  )
}
