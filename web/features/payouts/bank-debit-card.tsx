import { useMutation, useQuery } from '@tanstack/react-query'
import { debitMethodOf, paysOnJoining } from '#domain/payouts/bank-debits.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { moneySetUp, SetUpRow } from '#web/components/page/set-up-row.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CardNote } from '#web/components/ui/card.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type PayoutAccount, payoutAccountQuery } from './queries.ts'

const texts = payoutTexts.bankDebits

/** Whether patients may pay by bank account; nothing before the clinic can take payments. Admins only. */
export function BankDebitCard({ clinic }: { clinic: Clinic }) {
  const { data: account } = useQuery(payoutAccountQuery(clinic.subdomain))
  const refresh = useRefreshClinic()
  const set = useMutation({
    mutationFn: (isOn: boolean) => callFunction('set-bank-debits', { isOn }),
    onSuccess: ({ capability }, isOn) => {
      if (!isOn) toast.success(texts.switchedOff)
      else if (capability === 'active') toast.success(texts.switchedOn)
      else toast.info(texts.requested)
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error)),
    onSettled: refresh,
  })
  if (!account?.charges_enabled) return null
  const method = debitMethodOf(clinic.currency)
  const state = stateOf(account)
  return (
    <SetUpRow
      id={settingsCardIds.bankDebits}
      list={moneySetUp}
      title={texts.title}
      state={texts.states[state]}
    >
      <CardNote>{texts.lead[method]}</CardNote>
      <ul className="mt-4 list-disc space-y-1 pl-5">
        <li>{texts.wait[method]}</li>
        <li>{texts.failures}</li>
        <li>{texts.fees}</li>
        {!paysOnJoining(method) && <li>{texts.afterJoining}</li>}
      </ul>
      {state !== 'on' && state !== 'off' && <p className="mt-4">{texts.explained[state]}</p>}
      <Button
        variant={account.bank_debits ? 'outline' : 'primary'}
        className="mt-5"
        aria-disabled={set.isPending}
        onClick={() => set.isPending || set.mutate(!account.bank_debits)}
      >
        {set.isPending && <Spinner />}
        {account.bank_debits ? texts.switchOff : texts.switchOn}
      </Button>
      {account.bank_debits && <p className="mt-3 text-form text-muted">{texts.offNote}</p>}
    </SetUpRow>
  )
}

function stateOf({ bank_debits: isWanted, bank_debit_capability: capability }: PayoutAccount) {
  if (!isWanted) return 'off'
  if (capability === 'active') return 'on'
  return capability === 'pending' ? 'pending' : 'refused'
}
