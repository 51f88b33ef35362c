import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { mergePath, personPath } from '#domain/paths.ts'
import type { DismissedPair, DuplicatePair, LikelyPatient } from '#domain/patient-merges/duplicates.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { duplicateCountQuery, possibleDuplicatesQuery } from './queries.ts'

const texts = patientMergeTexts.duplicates

export function PossibleDuplicates({ clinic }: { clinic: Clinic }) {
  const read = useQuery(possibleDuplicatesQuery(clinic.subdomain))
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="mt-6 h-48 rounded-card" />
      </Loading>
    )
  if (read.data === undefined) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  const { pairs, total, dismissed } = read.data
  return (
    <div className="space-y-6">
      {pairs.length === 0 ? (
        <EmptyState icon={UsersRound} title={texts.emptyTitle}>
          {texts.empty}
        </EmptyState>
      ) : (
        <>
          {total > pairs.length && <p className="text-form text-muted">{texts.more(pairs.length, total)}</p>}
          <ul className="space-y-6">
            {pairs.map((pair) => (
              <li key={pair.patients.map(({ id }) => id).join()}>
                <Pair pair={pair} clinic={clinic} />
              </li>
            ))}
          </ul>
        </>
      )}
      {dismissed.length > 0 && <Dismissed pairs={dismissed} clinic={clinic} />}
    </div>
  )
}

function usePairChange(clinic: Clinic, act: 'dismiss-duplicates' | 'restore-duplicates') {
  const queryClient = useQueryClient()
  const isDismissing = act === 'dismiss-duplicates'
  return useMutation({
    mutationFn: ([one, other]: readonly [{ id: string }, { id: string }]) =>
      callFunction(act, { patientId: one.id, otherId: other.id }),
    onSuccess: async () => {
      void queryClient.invalidateQueries(duplicateCountQuery(clinic.subdomain))
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'patient-merges') })
      if (isDismissing) toast.success(texts.dismissed, { description: texts.dismissedText })
      else toast.success(texts.restored)
    },
    onError: (error) =>
      toast.error(isDismissing ? texts.notDismissed : texts.notRestored, describeRefusal(error)),
  })
}

function Pair({ pair: { patients, reasons }, clinic }: { pair: DuplicatePair; clinic: Clinic }) {
  const [one, other] = patients
  const dismiss = usePairChange(clinic, 'dismiss-duplicates')
  return (
    <Card>
      <h2 className="font-semibold">{texts.reason(reasons)}</h2>
      <div className="mt-4 grid gap-5 sm:grid-cols-2">
        {patients.map((patient) => (
          <Patient key={patient.id} patient={patient} clinic={clinic} />
        ))}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button asChild variant="outline">
          <Link
            to={withClinic(`${mergePath(one.id)}?with=${other.id}`)}
            aria-label={texts.compareOf(one.name, other.name)}
          >
            {texts.compare}
          </Link>
        </Button>
        <Button
          variant="quiet"
          aria-label={texts.dismissOf(one.name, other.name)}
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate(patients)}
        >
          {texts.dismiss}
        </Button>
      </div>
    </Card>
  )
}

function Patient({ patient, clinic }: { patient: LikelyPatient; clinic: Clinic }) {
  const { id, name, email, phone, bornOn, createdAt, hasAccount } = patient
  return (
    <div className="min-w-0 space-y-0.5 text-form">
      <p>
        <Link className="link font-semibold break-words" to={withClinic(personPath(id))}>
          {name}
        </Link>
      </p>
      <p>
        {bornOn ? (
          <>
            {texts.born} <DateText value={bornOn} />
          </>
        ) : (
          <span className="text-muted">{texts.noBirth}</span>
        )}
      </p>
      {phone && <p className="whitespace-nowrap">{formatPhone(phone, phoneCountry(clinic.currency))}</p>}
      {email && <p className="break-words">{email}</p>}
      <p className="text-muted">
        {hasAccount ? texts.account : texts.noAccount} · {texts.since}{' '}
        <DateText value={createdAt} timeZone={clinic.time_zone} />
      </p>
    </div>
  )
}

function Dismissed({ pairs, clinic }: { pairs: DismissedPair[]; clinic: Clinic }) {
  const restore = usePairChange(clinic, 'restore-duplicates')
  return (
    <SectionCard title={texts.dismissedTitle}>
      <ul className="divide-y divide-line">
        {pairs.map(({ patients, dismissedAt, dismissedBy }) => {
          const [one, other] = patients
          return (
            <li
              key={`${one.id}${other.id}`}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <p className="min-w-0 break-words">
                {texts.of(one.name, other.name)}
                <span className="block text-form text-muted">
                  {texts.dismissedBy(dismissedBy)}{' '}
                  <DateText value={dismissedAt} timeZone={clinic.time_zone} />
                </span>
              </p>
              <Button
                variant="outline"
                size="small"
                aria-label={texts.restoreOf(one.name, other.name)}
                disabled={restore.isPending}
                onClick={() => restore.mutate(patients)}
              >
                {texts.restore}
              </Button>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
