import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import type { WardView } from '#domain/guardians/guardians.ts'
import { wardPath } from '#domain/paths.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { LevelBadge, NextStep } from './access-text.tsx'
import { ownWardsQuery } from './queries.ts'

const texts = guardianTexts.family

export function WardList({ clinic }: { clinic: Clinic }) {
  const read = useQuery(ownWardsQuery(clinic.subdomain))
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-32 rounded-card" />
      </Loading>
    )
  if (!read.data) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  const { wards } = read.data
  if (wards.length === 0)
    return (
      <EmptyState icon={UsersRound} title={texts.none}>
        {texts.noneText(clinic.name)}
      </EmptyState>
    )
  return (
    <ul className="space-y-4">
      {wards.map((ward) => (
        <li key={ward.id}>
          {ward.state === 'invited' ? (
            <Offer ward={ward} clinic={clinic} />
          ) : (
            <Ward ward={ward} clinic={clinic} />
          )}
        </li>
      ))}
    </ul>
  )
}

function useRefreshWards(slug: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'own-wards') })
}

function Offer({ ward, clinic }: { ward: WardView; clinic: Clinic }) {
  const onSettled = useRefreshWards(clinic.subdomain)
  const accept = useMutation({
    mutationFn: () => callFunction('accept-guardianship', { guardianId: ward.id }),
    onSuccess: () => toast.success(texts.accepted),
    onError: (error) => toast.error(texts.acceptFailed, describeRefusal(error)),
    onSettled,
  })
  const decline = useMutation({
    mutationFn: () => callFunction('end-guardianship', { guardianId: ward.id }),
    onSuccess: () => toast.success(texts.declined),
    onError: (error) => toast.error(texts.declineFailed, describeRefusal(error)),
    onSettled,
  })
  const { level } = ward
  return (
    <Card>
      <CardTitle className="break-words">{ward.name}</CardTitle>
      <p className="mt-1">{texts.offered(clinic.name, ward.name)}</p>
      {level && <p className="mt-1 text-form text-muted">{guardianTexts.ownMeaning[level]}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          aria-label={texts.acceptOf(ward.name)}
          disabled={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {accept.isPending && <Spinner />}
          {texts.accept}
        </Button>
        <AskFirst
          label={texts.decline}
          accessibleLabel={texts.declineOf(ward.name)}
          ask={{ ...texts.declineAsk, title: texts.declineAsk.title(ward.name) }}
          isBusy={decline.isPending}
          onAction={(close) => decline.mutate(undefined, { onSettled: close })}
        />
      </div>
    </Card>
  )
}

function Ward({ ward, clinic }: { ward: WardView; clinic: Clinic }) {
  const onSettled = useRefreshWards(clinic.subdomain)
  const leave = useMutation({
    mutationFn: () => callFunction('end-guardianship', { guardianId: ward.id }),
    onSuccess: () => toast.success(texts.left),
    onError: (error) => toast.error(texts.leaveFailed, describeRefusal(error)),
    onSettled,
  })
  const { name, level, next } = ward
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CardTitle className="min-w-0 break-words">{name}</CardTitle>
        <LevelBadge level={level} />
      </div>
      {level === null ? (
        <p className="mt-1 text-muted">{texts.ended}</p>
      ) : (
        <>
          <p className="mt-1 text-form text-muted">{guardianTexts.ownMeaning[level]}</p>
          <p className="mt-1 text-note text-muted">
            <NextStep next={next} />
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button asChild>
              <Link to={withClinic(wardPath(ward.id))} aria-label={texts.openOf(name)}>
                {texts.open}
              </Link>
            </Button>
            <AskFirst
              label={texts.leave}
              accessibleLabel={texts.leaveOf(name)}
              ask={{ ...texts.leaveAsk, title: texts.leaveAsk.title(name) }}
              isBusy={leave.isPending}
              onAction={(close) => leave.mutate(undefined, { onSettled: close })}
            />
          </div>
        </>
      )}
    </Card>
  )
}
