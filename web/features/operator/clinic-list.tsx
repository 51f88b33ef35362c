import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { dateInText } from '#domain/dates.ts'
import type { OperatorClinic } from '#domain/operator/operator.ts'
import { operatorTexts } from '#domain/texts/operator.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { useSettled } from '#web/lib/use-settled.ts'
import { operatorClinicsQuery } from './queries.ts'

const texts = operatorTexts.clinics

/** Every clinic with its state and billing; never who its members are. */
export function ClinicList() {
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
          <ClinicTable clinics={list.data.clinics} />
          <p className="text-form text-muted">{texts.count(list.data.clinics.length, list.data.total)}</p>
        </>
      )}
    </div>
  )
}

function ClinicTable({ clinics }: { clinics: readonly OperatorClinic[] }) {
  return (
    <Table label={operatorTexts.tabs.clinics}>
      <thead>
        <tr>
          <th scope="col">{texts.heads.clinic}</th>
          <th scope="col">{texts.heads.opened}</th>
          <th scope="col" data-align="end">
            {texts.heads.members}
          </th>
          <th scope="col">{texts.heads.policy}</th>
          <th scope="col">{texts.heads.state}</th>
        </tr>
      </thead>
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
            <Cell phone="note">{policyOf(clinic)}</Cell>
            <Cell phone="badge">
              {clinic.unpaidStatements > 0 ? (
                <Badge tone="danger">{texts.unpaid(clinic.unpaidStatements)}</Badge>
              ) : (
                <Badge tone={clinic.takesPayments ? 'success' : 'neutral'}>
                  {clinic.takesPayments ? texts.takesPayments : texts.takesNone}
                </Badge>
              )}
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
