import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { isUnknownJoin, joinStatusQuery } from '#web/features/subscriptions/join-status.ts'
import { forgetPendingJoin, rememberPendingJoin } from '#web/features/subscriptions/pending-join.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { config } from '#web/lib/page/config.ts'

const texts = checkoutTexts.confirming
const slowAfterMs = 20_000
const welcomeMs = 1_500

/**
 * The return from the payment page, which is no proof of payment: shows "confirming" until the server has the plan
 * (docs/domain-rules.md rule 21), then goes home.
 */
export default function Confirming() {
  const [query] = useSearchParams()
  const sessionId = query.get('session_id')
  const slug = useClinicSlug()
  const join = useQuery(joinStatusQuery(slug, sessionId))
  const isSlow = useElapsed(slowAfterMs)
  const isUnknown = sessionId === null || isUnknownJoin(join.error)
  const state = isUnknown ? 'unknown' : (join.data?.state ?? 'confirming')

  useEffect(() => {
    if (!slug || !sessionId) return
    if (state === 'confirming') rememberPendingJoin(slug, sessionId)
    else forgetPendingJoin(slug)
  }, [slug, sessionId, state])

  switch (state) {
    case 'active':
      return <Active planName={join.data?.planName ?? ''} />
    case 'expired':
      return (
        <Answer title={texts.expiredTitle} action={<To path={paths.joinPlan}>{texts.chooseAgain}</To>}>
          {texts.expired}
        </Answer>
      )
    case 'unknown':
      return (
        <Answer title={texts.unknownTitle} action={<To path={paths.pay}>{texts.toPayments}</To>}>
          {texts.unknown}
        </Answer>
      )
    default:
      return (
        <Answer title={texts.title} action={isSlow && <To path={paths.home}>{texts.toHome}</To>}>
          <p className="flex gap-3">
            <Spinner className="mt-0.5 text-lead text-primary" />
            {texts.text}
          </p>
          {join.data && <p className="mt-3 font-semibold break-words">{texts.plan(join.data.planName)}</p>}
          {join.isError && (
            <Notice tone="warning" title={texts.failedTitle} className="mt-5">
              <p>{texts.failed}</p>
              <Button variant="link" className="mt-1" onClick={() => void join.refetch()}>
                {texts.retry}
              </Button>
            </Notice>
          )}
          {isSlow && !join.isError && (
            <Notice tone="info" title={texts.slowTitle} className="mt-5">
              {texts.slow}
            </Notice>
          )}
        </Answer>
      )
  }
}

function Active({ planName }: { planName: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ownSubscriptionKey(slug) })
    // long enough to read, also for a screen reader
    const timer = setTimeout(() => {
      void navigate(withClinic(paths.home), { replace: true })
      toast.success(texts.joined(planName), { description: texts.receipts })
    }, welcomeMs)
    return () => clearTimeout(timer)
  }, [queryClient, navigate, slug, planName])
  return (
    <Answer title={texts.activeTitle} action={<To path={paths.home}>{texts.toHome}</To>}>
      <p role="status" className="break-words">
        {texts.active(planName)}
      </p>
    </Answer>
  )
}

function Answer({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const { clinic } = useClinicLookup()
  return (
    <Card fold className="mx-auto max-w-130 sm:p-8">
      <PageHeading title={title} site={clinic?.name ?? config.productName} className="pr-8 [&_h1]:text-h2" />
      <div className="mt-3">{children}</div>
      {action && <div className="mt-7">{action}</div>}
    </Card>
  )
}

function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Button asChild size="large" className="w-full">
      <Link to={withClinic(path)}>{children}</Link>
    </Button>
  )
}

function useElapsed(afterMs: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isOver
}
