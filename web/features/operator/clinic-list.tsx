import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OperatorClinic } from '#domain/operator/operator.ts'
import type { FeeAgreement } from '#domain/statements/commission.ts'
import { operatorTexts } from '#domain/texts/operator.ts'
import { dateInText, formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import { operatorClinicsQuery } from './queries.ts'

const texts = operatorTexts.clinics

/** Clinics with state and billing, never with their members. @param actions buttons of a clinic */
export function ClinicList({ actions }: { actions(clinic: OperatorClinic): ReactNode }) {
  const [search, setSearch] = useState('')
  const list = useQuery({
    ...operatorClinicsQuery(useSettled(search)),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="space-y-5">
      <div className="max-w-80">
        <SearchField
          label={texts.search}
          placeholder={texts.placeholder}
          value={search}
          onChange={setSearch}
        />
      </div>
      {list.isPending ? (
        <Loading>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      ) : !list.data ? (
        <ErrorState title={texts.failed} onRetry={() => void list.refetch()} />
      ) : list.data.clinics.length === 0 ? (
        <EmptyState icon={Building2} title={texts.none} />
      ) : (
        <>
          <ClinicTable clinics={list.data.clinics} actions={actions} />
          <p className="text-form text-muted">{texts.count(list.data.clinics.length, list.data.total)}</p>
        </>
      )}
    </div>
  )
}

function ClinicTable({
  clinics,
  actions,
}: {
  clinics: readonly OperatorClinic[]
  actions(clinic: OperatorClinic): ReactNode
}) {
  return (
    <Table label={operatorTexts.tabs.clinics}>
      <Heads
        of={[
          texts.heads.clinic,
          texts.heads.opened,
          { text: texts.heads.members, align: 'end' },
          texts.heads.policy,
          texts.heads.state,
          texts.heads.action,
        ]}
      />
      <tbody>
        {clinics.map((clinic) => (
          <tr key={clinic.id}>
            <Cell phone="title">
              <span className="block font-semibold break-words">{clinic.name}</span>
              <span className="block text-note text-muted break-all">{clinic.subdomain}</span>
            </Cell>
            <Cell>{dateInText(clinic.createdAt)}</Cell>
            <Cell phone="amount" align="end">
              <span className="tabular-nums">{clinic.members}</span>
            </Cell>
            <Cell phone="note">
              <span className="block">{policyOf(clinic)}</span>
              {clinic.fee && (
                <span className="block text-note text-muted">{feeOf(clinic.fee, clinic.currency)}</span>
              )}
            </Cell>
            <Cell phone="badge">
              {clinic.unpaidStatements > 0 ? (
                <Badge tone="danger">{texts.unpaid(clinic.unpaidStatements)}</Badge>
              ) : (
                <Badge tone={clinic.takesPayments ? 'success' : 'neutral'}>
                  {clinic.takesPayments ? texts.takesPayments : texts.takesNone}
                </Badge>
              )}
            </Cell>
            <Cell phone="below">
              <div className="flex flex-wrap gap-2">{actions(clinic)}</div>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function policyOf({ policy, tier }: OperatorClinic): string {
  if (policy === 'tier') return texts.policies.tier(tier)
  return policy === 'partnership' ? texts.policies.partnership : texts.policies.none
}

function feeOf({ policy, feeCents, fromMonth }: FeeAgreement, currency: string): string {
  const month = formatMonth(fromMonth)
  if (feeCents === null) return operatorTexts.fee.commissionFrom(month)
  const { perMember, perMonth } = operatorTexts.fee
  return (policy === 'flat_member' ? perMember : perMonth)(formatMoney(feeCents, currency), month)
}
