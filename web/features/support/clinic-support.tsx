import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { paths } from '#domain/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import type { SupportAccess } from '#domain/support/support.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { AccessList } from './access-list.tsx'
import { supportAccessesQuery } from './queries.ts'

const texts = supportTexts.clinic

/** Shown on every page of the clinic's area, to admins, while support requests or has access. */
export function SupportBanner({ clinic }: { clinic: Pick<Clinic, 'subdomain'> }) {
  const mayDecide = useCan()('support:write')
  const { pathname } = useLocation()
  const list = useQuery({ ...supportAccessesQuery(clinic.subdomain), enabled: mayDecide })
  const open = list.data?.accesses.find(({ state }) => state === 'waiting' || state === 'live')
  if (!mayDecide || !open) return null
  return (
    <section aria-label={texts.title} className="mb-6">
      <OpenAccess access={open} slug={clinic.subdomain} isOnItsPage={pathname === paths.settingsSecurity} />
    </section>
  )
}

function OpenAccess({
  access,
  slug,
  isOnItsPage,
}: {
  access: SupportAccess
  slug: string
  isOnItsPage: boolean
}) {
  const queryClient = useQueryClient()
  const { queryKey } = supportAccessesQuery(slug)
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'decline' | 'end') =>
      callFunction('decide-support-access', { accessId: access.id, decision }),
    onSuccess: (answer, decision) => {
      queryClient.setQueryData(queryKey, answer)
      toast.success({ approve: texts.approved, decline: texts.declined, end: supportTexts.ended }[decision])
    },
    onError: (error) => {
      toast.error(supportTexts.notDone, describeRefusal(error))
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  if (access.state === 'live')
    return (
      <Notice tone="warning" title={texts.liveTitle}>
        <p>
          {texts.liveUntil} {access.endsAt && <TimeText value={access.endsAt} />}.
        </p>
        <Button
          variant="outline"
          className="mt-3"
          disabled={decide.isPending}
          onClick={() => decide.mutate('end')}
        >
          {supportTexts.end}
        </Button>
      </Notice>
    )
  return (
    <Notice tone="info" title={texts.waitingTitle}>
      <p className="break-words">{access.reason}</p>
      {isOnItsPage ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button disabled={decide.isPending} onClick={() => decide.mutate('approve')}>
            {texts.approve}
          </Button>
          <Button variant="outline" disabled={decide.isPending} onClick={() => decide.mutate('decline')}>
            {texts.decline}
          </Button>
        </div>
      ) : (
        <p className="mt-1">
          <Link className="link" to={withClinic(paths.settingsSecurity)}>
            {texts.toSettings}
          </Link>
        </p>
      )}
    </Notice>
  )
}

export function SupportSection({ clinic }: { clinic: Pick<Clinic, 'subdomain'> }) {
  const list = useQuery(supportAccessesQuery(clinic.subdomain))
  return (
    <Card id={settingsCardIds.support} role="region" aria-label={texts.title}>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote className="mb-4">{texts.lead}</CardNote>
      {list.data ? (
        list.data.accesses.length > 0 ? (
          <AccessList label={texts.listTitle} accesses={list.data.accesses} />
        ) : (
          <p>{texts.none}</p>
        )
      ) : list.isError ? (
        <ErrorState title={supportTexts.failed} onRetry={() => void list.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-16" />
        </Loading>
      )}
    </Card>
  )
}
