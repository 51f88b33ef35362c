import { useMutation, useQuery } from '@tanstack/react-query'
import { discountText } from '#domain/coupons/discount-text.ts'
import { couponTexts } from '#domain/texts/coupons.ts'
import { dateIn } from '#domain/values/zones.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { CouponDialog, type CouponPlan } from './coupon-dialog.tsx'
import { couponsQuery, type TeamCoupon } from './queries.ts'

const texts = couponTexts.list

/**
 * The clinic's coupon codes.
 *
 * @param plans those on sale
 * @param canWrite true if the reader may create and disable codes
 */
export function CouponList({
  clinic,
  plans,
  canWrite,
}: {
  clinic: Clinic
  plans: readonly CouponPlan[]
  canWrite: boolean
}) {
  const coupons = useQuery(couponsQuery(clinic.subdomain))
  return (
    <section aria-labelledby="coupons-title" className="space-y-4 pt-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="coupons-title" className="font-display text-h2 font-medium">
            {texts.title}
          </h2>
          <p className="mt-1 text-muted">{texts.lead}</p>
        </div>
        {canWrite && <CouponDialog clinic={clinic} plans={plans} />}
      </div>
      {coupons.isPending ? (
        <Loading>
          <Skeleton className="h-24 rounded-card" />
        </Loading>
      ) : coupons.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void coupons.refetch()} />
      ) : coupons.data.length === 0 ? (
        <p className="text-muted">{texts.none}</p>
      ) : (
        <CouponTable
          coupons={coupons.data}
          today={dateIn(serverNow(), clinic.time_zone)}
          canWrite={canWrite}
        />
      )}
    </section>
  )
}

function CouponTable({
  coupons,
  today,
  canWrite,
}: {
  coupons: readonly TeamCoupon[]
  today: string
  canWrite: boolean
}) {
  const { columns } = texts
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{columns.code}</th>
          <th scope="col">{columns.discount}</th>
          <th scope="col">{columns.plan}</th>
          <th scope="col" data-align="end">
            {columns.uses}
          </th>
          <th scope="col">{columns.status}</th>
          {canWrite && (
            <th scope="col">
              <span className="sr-only">{couponTexts.close.action}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {coupons.map((coupon) => (
          <tr key={coupon.id}>
            <Cell phone="title" className="font-semibold">
              {coupon.code}
            </Cell>
            <Cell phone="note">{discountText(coupon, coupon.currency)}</Cell>
            <Cell>{coupon.plan?.name ?? texts.allPlans}</Cell>
            <Cell phone="amount" align="end">
              {texts.uses(coupon.uses, coupon.maxUses)}
            </Cell>
            <Cell phone="badge">
              <State coupon={coupon} today={today} />
            </Cell>
            {canWrite && <Cell phone="menu">{!coupon.closedAt && <CloseCoupon coupon={coupon} />}</Cell>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function State({ coupon, today }: { coupon: TeamCoupon; today: string }) {
  if (coupon.closedAt) return <Badge tone="neutral">{texts.closed}</Badge>
  if (coupon.lastOn && coupon.lastOn < today) return <Badge tone="neutral">{texts.expired}</Badge>
  return <Badge tone="success">{texts.active}</Badge>
}

function CloseCoupon({ coupon }: { coupon: TeamCoupon }) {
  const refresh = useRefreshClinic()
  const close = useMutation({
    mutationFn: () => callFunction('close-coupon', { couponId: coupon.id }),
    onSuccess: () => toast.success(couponTexts.close.done),
    onError: (error) => toast.error(couponTexts.close.failed, describeRefusal(error)),
    onSettled: refresh,
  })
  return (
    <AskFirst
      variant="link"
      label={couponTexts.close.action}
      accessibleLabel={`${couponTexts.close.action}: ${coupon.code}`}
      ask={{
        title: couponTexts.close.title(coupon.code),
        consequence: couponTexts.close.consequence,
        keep: couponTexts.close.keep,
        action: couponTexts.close.action,
      }}
      isBusy={close.isPending}
      onAction={(done) => close.mutate(undefined, { onSettled: done })}
    />
  )
}
