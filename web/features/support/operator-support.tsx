import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SupportAccess, SupportView } from '#domain/support/support.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { AccessList } from './access-list.tsx'
import { operatorSupportQuery, supportViewQuery } from './queries.ts'

const texts = supportTexts.operator

export function OperatorSupport() {
  const queryClient = useQueryClient()
  const list = useQuery(operatorSupportQuery())
  const [openId, setOpenId] = useState<string | null>(null)
  const end = useMutation({
    mutationFn: ({ id: accessId }: SupportAccess) => callFunction('end-support-access', { accessId }),
    onSuccess: (answer, { state }) => {
      queryClient.setQueryData(operatorSupportQuery().queryKey, answer)
      toast.success(state === 'waiting' ? texts.withdrawn : supportTexts.ended)
    },
    onError: (error) => toast.error(supportTexts.notDone, describeRefusal(error)),
  })
  if (list.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  if (!list.data) return <ErrorState title={supportTexts.failed} onRetry={() => void list.refetch()} />
  const { accesses } = list.data
  if (accesses.length === 0) return <EmptyState icon={LifeBuoy} title={texts.none} />
  const open = accesses.find(({ id, state }) => id === openId && state === 'live')
  const endButton = (access: SupportAccess) => (
    <Button variant="outline" disabled={end.isPending} onClick={() => end.mutate(access)}>
      {access.state === 'waiting' ? texts.withdraw : supportTexts.end}
    </Button>
  )
  return (
    <div className="space-y-6">
      <p className="text-muted">{texts.lead}</p>
      {open?.endsAt && (
        <Notice tone="warning" title={texts.bannerTitle(open.clinicName)}>
          <p>
            {texts.bannerUntil} <TimeText value={open.endsAt} />.
          </p>
          <div className="mt-3">{endButton(open)}</div>
        </Notice>
      )}
      {open && <Setup access={open} />}
      <AccessList
        label={texts.tab}
        accesses={accesses}
        withClinic
        actions={(access) =>
          access.state === 'live'
            ? access.id !== openId && (
                <Button
                  variant="outline"
                  aria-label={texts.openOf(access.clinicName)}
                  onClick={() => setOpenId(access.id)}
                >
                  {texts.open}
                </Button>
              )
            : access.state === 'waiting'
              ? endButton(access)
              : null
        }
      />
    </div>
  )
}

function Setup({ access }: { access: SupportAccess }) {
  const view = useQuery(supportViewQuery(access.id))
  return (
    <Card role="region" aria-label={access.clinicName}>
      <CardTitle>{access.clinicName}</CardTitle>
      {view.data ? (
        <Facts view={view.data} />
      ) : view.isError ? (
        <ErrorState title={supportTexts.failed} onRetry={() => void view.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="mt-4 h-64" />
        </Loading>
      )}
    </Card>
  )
}

function Facts({ view }: { view: SupportView }) {
  const words = texts.view
  const { billing, payouts, messages } = view
  const due = payouts ? [...payouts.pastDue, ...payouts.due] : []
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Fact label={words.twoStep}>{view.twoStep ? words.required : words.notRequired}</Fact>
      <Fact label={words.billing}>
        {billing.tier === 'free' ? words.commission(String(billing.rateBps / 100)) : billing.tier}
      </Fact>
      <Fact label={words.payouts}>
        {payouts ? payouts.state : words.noPayouts}
        {due.length > 0 && <span className="block text-muted">{words.due(due.join(', '))}</span>}
      </Fact>
      <Fact label={words.providers}>
        {words.providerCounts(view.providers.active, view.providers.hidden)}
      </Fact>
      <Fact label={words.messages}>
        {messages?.replyWithin ? words.replyWithin(messages.replyWithin) : words.noPromise}
      </Fact>
      <Fact label={words.calendarNames}>{view.calendarNames ? words.yes : words.no}</Fact>
      <Fact label={words.plans}>
        <Lines lines={view.plans.map(({ name, status }) => `${name} (${status})`)} />
      </Fact>
      <Fact label={words.visitKinds}>
        <Lines
          lines={view.visitKinds.map(({ key, minutes, isActive }) =>
            [key, words.minutes(minutes), !isActive && words.inactive].filter(Boolean).join(', '),
          )}
        />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-muted">{label}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}

function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return texts.view.none
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
