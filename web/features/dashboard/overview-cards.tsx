import { queryOptions, useQuery } from '@tanstack/react-query'
import { BookOpen, CalendarPlus, Settings, UserPlus } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { type TierBilling, tierStanding } from '#domain/clinic-tier/tier-standing.ts'
import { usageLimits, usedPercent } from '#domain/dashboard/usage.ts'
import { sizeText } from '#domain/files/files.ts'
import { paths, withQuery } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { isEnding, type PlanStanding } from '#domain/subscriptions/plan-standing.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Progress } from '#web/components/ui/progress.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = dashboardTexts

function clinicBillingQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-billing'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('clinic_billing')
        .select('tier,subscription_status,current_period_start,current_period_end,cancel_at_period_end')
        .abortSignal(signal)
        .single()
      if (error) throw error
      return data
    },
  })
}

/** The clinic's plan at Carefold, its status and renewal. For admins. */
export function SubscriptionCard({ clinic }: { clinic: Pick<Clinic, 'subdomain' | 'time_zone'> }) {
  const id = useId()
  const billing = useQuery(clinicBillingQuery(clinic.subdomain))
  const standing = billing.data ? tierStanding(billing.data, serverNow()) : null
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.subscription.title}</CardTitle>
      {billing.isPending ? (
        <Loading>
          <Skeleton className="mt-4 h-24" />
        </Loading>
      ) : billing.data === undefined ? (
        <div className="mt-4">
          <ErrorState title={texts.subscription.failed} onRetry={() => void billing.refetch()} />
        </div>
      ) : (
        <>
          <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-form">
            <dt className="text-muted">{texts.subscription.plan}</dt>
            <dd className="font-semibold">{planName(billing.data, standing)}</dd>
            <dt className="text-muted">{texts.subscription.status}</dt>
            <dd>{standing ? <StandingBadge standing={standing} /> : texts.subscription.partnershipStatus}</dd>
            {standing?.kind === 'active' && (
              <>
                <dt className="text-muted">{texts.subscription.renews}</dt>
                <dd>
                  <DateText value={standing.nextChargeAt} timeZone={clinic.time_zone} />
                </dd>
              </>
            )}
            {standing && isEnding(standing) && (
              <>
                <dt className="text-muted">{texts.subscription.ends}</dt>
                <dd>
                  <DateText value={standing.endsAt} timeZone={clinic.time_zone} />
                </dd>
              </>
            )}
          </dl>
          <Button asChild variant="outline" className="mt-4">
            <Link to={withClinic(paths.settingsPlan)}>{texts.subscription.manage}</Link>
          </Button>
        </>
      )}
    </Card>
  )
}

function planName({ tier: id }: TierBilling, standing: PlanStanding | null): string {
  const tier = standing ? productPlans.find((plan) => plan.id === id) : undefined
  return tier?.name ?? texts.subscription.partnership
}

function storageUseQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'storage-use'),
    queryFn: () => callFunction('storage-use'),
  })
}

export function PlanUsage({
  slug,
  patients,
  staff,
}: {
  slug: string | null
  patients: number
  staff: number
}) {
  const id = useId()
  const storage = useQuery(storageUseQuery(slug))
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.usage.title}</CardTitle>
      <div className="mt-3 space-y-4">
        <Bar label={texts.usage.patients} used={patients} limit={usageLimits.patients} />
        <Bar label={texts.usage.staff} used={staff} limit={usageLimits.staff} />
        <p className="text-note text-muted">
          {texts.usage.notLimited(usageLimits.patients, usageLimits.staff)}
        </p>
        {storage.data ? (
          <Bar
            label={texts.usage.storage}
            used={storage.data.usedBytes}
            limit={storage.data.limitBytes}
            inWords={sizeText}
          />
        ) : storage.isPending ? (
          <Loading>
            <Skeleton className="h-8" />
          </Loading>
        ) : (
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-form">
            {texts.usage.storageFailed}
            <Button variant="outline" size="small" onClick={() => void storage.refetch()}>
              {shellTexts.retry}
            </Button>
          </p>
        )}
      </div>
    </Card>
  )
}

function Bar({
  label,
  used,
  limit,
  inWords = String,
}: {
  label: string
  used: number
  limit: number
  inWords?: (amount: number) => string
}) {
  const text = texts.usage.of(inWords(used), inWords(limit))
  return (
    <div>
      <p className="flex justify-between gap-4 text-form">
        <span>{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </p>
      <Progress className="mt-1.5" value={usedPercent(used, limit)} label={`${label}: ${text}`} />
    </div>
  )
}

export function QuickLinks({ may }: { may(permission: Permission): boolean }) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.quickLinks.title}</CardTitle>
      <div className="mt-3 flex flex-wrap gap-3">
        {may('members:invite-patient') && (
          <Button asChild variant="outline">
            <Link to={withClinic(withQuery(paths.members, { invite: 'patient' }))}>
              <UserPlus aria-hidden />
              {texts.quickLinks.addPatient}
            </Link>
          </Button>
        )}
        {may('appointments:write') && (
          <Button asChild variant="outline">
            <Link to={withClinic(withQuery(paths.appointments, { schedule: '1' }))}>
              <CalendarPlus aria-hidden />
              {texts.quickLinks.scheduleAppointment}
            </Link>
          </Button>
        )}
        {may('content:write') && (
          <Button asChild variant="outline">
            <Link to={withClinic(withQuery(paths.content, { new: 'content' }))}>
              <BookOpen aria-hidden />
              {texts.quickLinks.createContent}
            </Link>
          </Button>
        )}
        <Button asChild variant="outline">
          <Link to={withClinic(paths.settings)}>
            <Settings aria-hidden />
            {texts.quickLinks.settings}
          </Link>
        </Button>
      </div>
    </Card>
  )
}
