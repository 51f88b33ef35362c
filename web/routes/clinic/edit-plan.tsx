import { useNavigate } from 'react-router'
import { parseAmount } from '#domain/money.ts'
import { clinicPlanPath, paths } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { useSellingProblem } from '#web/features/payouts/use-selling-problem.ts'
import { PlanEditor } from '#web/features/plans/plan-editor.tsx'
import type { TeamPlan } from '#web/features/plans/queries.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import { useClinic } from '#web/lib/current-clinic.ts'
import { PlanPreview } from './plan-preview.tsx'

/** The editor, with the state of the payout account. @param plan null for a new plan */
export function EditPlan({ plan }: { plan: TeamPlan | null }) {
  const clinic = useClinic()
  const navigate = useNavigate()
  const problem = useSellingProblem(true)
  return (
    <PlanEditor
      plan={plan}
      currency={clinic.currency}
      wayToSell={
        problem && (
          <>
            <p>{problem}</p>
            <TextLink to={withClinic(paths.clinicMoney)} className="mt-1 inline-block">
              {planTexts.page.connectPayouts}
            </TextLink>
          </>
        )
      }
      preview={({ kind, name, description, includes, amount, interval }) => (
        <PlanPreview
          plan={{
            kind,
            name,
            description,
            includes: includes.map(({ line }) => line.trim()).filter(Boolean),
            amountCents: parseAmount(amount, clinic.currency),
            currency: clinic.currency,
            interval,
          }}
        />
      )}
      onSaved={(saved) => {
        if (saved.id !== plan?.id) {
          void navigate(withClinic(clinicPlanPath(saved.id)), { replace: true, state: justSaved })
        }
      }}
    />
  )
}
