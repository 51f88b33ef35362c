import { Link } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { PlanPrice } from './plan-price.tsx'
import { PlanStatusBadge } from './plan-status-badge.tsx'
import type { TeamPlan } from './queries.ts'

const { columns, tableLabel } = planTexts.page

/** The clinic's plans. @param pathOf path of a plan's page */
export function PlanTable({ plans, pathOf }: { plans: readonly TeamPlan[]; pathOf(planId: string): string }) {
  return (
    <Table label={tableLabel}>
      <thead>
        <tr>
          <th scope="col">{columns.plan}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col" data-align="end">
            {columns.price}
          </th>
          <th scope="col" data-align="end">
            {columns.members}
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.id}>
            <Cell phone="both">
              <Link to={withClinic(pathOf(plan.id))} className="link row-link break-words">
                {plan.name}
              </Link>
              <span className="block text-note text-muted">
                {planTexts.kinds[plan.kind]}
                <span className="sm:hidden">, {planTexts.page.members(plan.memberCount)}</span>
              </span>
            </Cell>
            <Cell phone="badge">
              <PlanStatusBadge status={plan.status} />
            </Cell>
            <Cell phone="amount" align="end">
              <PlanPrice price={plan.price} />
            </Cell>
            <Cell align="end">
              {plan.memberCount > 0 ? (
                <Link
                  to={withClinic(withQuery(paths.members, { plan: plan.id }))}
                  aria-label={planTexts.page.membersOf(plan.memberCount, plan.name)}
                  className="link relative z-1 tabular-nums"
                >
                  {plan.memberCount}
                </Link>
              ) : (
                plan.memberCount
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
