import { useQuery } from '@tanstack/react-query'
import { ArrowRight, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type ClinicCurrency,
  clinicCurrencies,
  isClinicCurrency,
  likelyCurrency,
} from '#domain/payouts/currencies.ts'
import { isMedicalMerchant } from '#domain/payouts/merchant-code.ts'
import { requirementsInWords } from '#domain/payouts/requirements.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { dunning } from '#domain/subscriptions/subscriptions.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { moneySetUp, SetUpRow } from '#web/components/page/set-up-row.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CardNote } from '#web/components/ui/card.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { useClinic, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { type PayoutAccount, type PayoutState, payoutAccountQuery } from './queries.ts'
import { useRefreshPayoutAccount, useStartOnboarding } from './use-payout-actions.ts'

const texts = payoutTexts.details
const labels = payoutTexts.account

const tones = {
  created: 'warning',
  details_submitted: 'info',
  charges_enabled: 'success',
  payouts_enabled: 'success',
  restricted: 'danger',
  disconnected: 'danger',
} as const satisfies Record<PayoutState, string>

const chargeable: ReadonlySet<PayoutState> = new Set(['charges_enabled', 'payouts_enabled'])

/** The row of the payout account: its state, Stripe's open requirements, and a link to fulfill them. */
export function PayoutCard() {
  const account = useQuery(payoutAccountQuery(useClinicSlug()))
  if (account.isPending) {
    return (
      <Loading>
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  if (account.isError) return <ErrorState onRetry={() => void account.refetch()} />
  return <Standing account={account.data} />
}

function Standing({ account }: { account: PayoutAccount | null }) {
  const start = useStartOnboarding()
  const refresh = useRefreshPayoutAccount()
  // before the first visit to Stripe everything is missing: "continue" covers that
  const hasBegun = account !== null && account.state !== 'created'
  const needs = hasBegun ? [...account.requirements_past_due, ...account.requirements_due] : []
  const clinic = useClinic()
  const [chosen, setChosen] = useState<ClinicCurrency | null>(null)
  // an open account has a fixed currency
  const suggested = account ? clinic.currency : likelyCurrency(clinic.time_zone)
  const currency = chosen ?? (isClinicCurrency(suggested) ? suggested : 'usd')
  const isReady = account?.state === 'payouts_enabled' && needs.length === 0
  return (
    <SetUpRow
      id={settingsCardIds.payouts}
      list={moneySetUp}
      title={labels.title}
      state={
        <Badge tone={account ? tones[account.state] : 'warning'}>
          {account ? labels.states[account.state] : texts.none}
        </Badge>
      }
      isUrgent={!isReady}
    >
      <CardNote>{labels.lead}</CardNote>
      <p className="mt-4">{account ? texts[account.state] : texts.noneText}</p>
      {account && needs.length > 0 && <Requirements account={account} />}
      {account && !isMedicalMerchant(account.merchant_code) && (
        <Notice tone="warning" className="mt-4">
          {texts.notMedical(account.merchant_code ?? '')}
        </Notice>
      )}
      {account && chargeable.has(account.state) && !config.sandbox && <OwnSettings />}
      {!hasBegun && <CountryField value={currency} onChange={setChosen} disabled={start.isPending} />}
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
        {!isReady && account?.state !== 'details_submitted' && (
          <Button disabled={start.isPending} onClick={() => start.mutate(hasBegun ? null : currency)}>
            {start.isPending ? <Spinner /> : <ArrowRight aria-hidden />}
            {start.isPending ? labels.busy : startLabel(account)}
          </Button>
        )}
        {account && !isReady && (
          <Button
            variant="outline"
            disabled={refresh.isPending}
            onClick={() => refresh.mutate({ isAnnounced: true })}
          >
            {refresh.isPending ? <Spinner /> : <RotateCw aria-hidden />}
            {refresh.isPending ? texts.checking : texts.check}
          </Button>
        )}
      </div>
    </SetUpRow>
  )
}

/** Settings at Stripe that only the account's owner can change, and members rely on (docs/operating.md 4). */
function OwnSettings() {
  const days = new Intl.ListFormat('en').format(dunning.retryAfterDays.map(String))
  return (
    <div className="mt-4 text-form">
      <p className="font-semibold">{texts.ownSettings.title}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-muted">
        <li>{texts.ownSettings.retries(days)}</li>
        <li>{texts.ownSettings.mails}</li>
      </ul>
    </div>
  )
}

interface CountryFieldProps {
  value: ClinicCurrency
  onChange: (currency: ClinicCurrency) => void
  disabled: boolean
}

function CountryField({ value, onChange, disabled }: CountryFieldProps) {
  const id = useId()
  return (
    <div className="mt-4 max-w-sm space-y-1.5">
      <Label htmlFor={id}>{texts.country}</Label>
      <Select
        id={id}
        aria-describedby={`${id}-note`}
        value={value}
        disabled={disabled}
        onChange={({ target }) => isClinicCurrency(target.value) && onChange(target.value)}
      >
        {clinicCurrencies.map((currency) => (
          <option key={currency} value={currency}>
            {texts.countries[currency]}
          </option>
        ))}
      </Select>
      <p id={`${id}-note`} className="text-form text-muted">
        {texts.countryNote}
      </p>
    </div>
  )
}

function startLabel(account: PayoutAccount | null): string {
  if (!account) return labels.connect
  if (account.state === 'created') return labels.resume
  return account.state === 'disconnected' ? texts.reconnect : texts.provide
}

function Requirements({ account }: { account: PayoutAccount }) {
  const overdue = requirementsInWords(account.requirements_past_due)
  const due = requirementsInWords(account.requirements_due).filter((need) => !overdue.includes(need))
  return (
    <div className="mt-4 rounded-control bg-sunken px-4 py-3 text-form">
      <p className="font-semibold">{texts.due}</p>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {overdue.map((need) => (
          <li key={need}>
            {need} <span className="font-semibold text-danger">({texts.pastDue})</span>
          </li>
        ))}
        {due.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
    </div>
  )
}
