import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { SetupStep } from '#domain/dashboard/setup-checklist.ts'
import { clinicPlanPath, paths, withQuery } from '#domain/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { justSaved } from '#web/components/form/leave-guard.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { setupChecklistQuery } from '#web/features/dashboard/queries.ts'
import { PlanChange } from '#web/features/plans/plan-change.tsx'
import { PlanEditor } from '#web/features/plans/plan-editor.tsx'
import { centsFrom, type PlanForm, written } from '#web/features/plans/plan-form.ts'
import type { TeamPlan } from '#web/features/plans/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { clinicPlaceQuery } from '#web/lib/clinic/clinic-places.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { PlanPreview } from './plan-preview.tsx'

/**
 * Edits a draft.
 *
 * @param plan null for a new plan
 * @param template the plan that a new one copies
 */
export function EditPlan({ plan, template }: { plan: TeamPlan | null; template?: TeamPlan | undefined }) {
  const navigate = useNavigate()
  return (
    <PlanEditor
      plan={plan}
      template={template}
      {...useEditorParts(plan ? clinicPlanPath(plan.id) : paths.clinicNewPlan)}
      onSaved={(saved) => {
        if (saved.id !== plan?.id) {
          void navigate(withClinic(clinicPlanPath(saved.id)), { replace: true, state: justSaved })
        }
      }}
    />
  )
}

/** Changes a published plan for new members. @param versionId the version on sale */
export function ChangePlan({ plan, versionId }: { plan: TeamPlan; versionId: string }) {
  const navigate = useNavigate()
  return (
    <PlanChange
      plan={plan}
      versionId={versionId}
      {...useEditorParts(clinicPlanPath(plan.id))}
      onDone={() => void navigate(withClinic(clinicPlanPath(plan.id)), { replace: true, state: justSaved })}
    />
  )
}

/**
 * Shared by both editors: the place's law, the state of the payout account, and the preview.
 *
 * @param here path of the editor, to which saving a card leads back
 */
function useEditorParts(here: string) {
  const clinic = useClinic()
  // the checklist, unlike the payout account, needs no second step; publishing checks again
  const setup = useQuery(setupChecklistQuery(clinic.subdomain))
  const { data: place = null } = useQuery(clinicPlaceQuery(clinic))
  const isMissing = (step: SetupStep) => setup.data?.steps.some(({ key, isDone }) => key === step && !isDone)
  const mustConnect = isMissing('payouts')
  return {
    currency: clinic.currency,
    place,
    wayToSell: mustConnect ? (
      <>
        <p>{errorTexts.payouts_not_ready}</p>
        <TextLink
          to={withClinic(`${paths.clinicMoney}#${settingsCardIds.payouts}`)}
          className="mt-1 inline-block"
        >
          {planTexts.page.connectPayouts}
        </TextLink>
      </>
    ) : (
      isMissing('card') && (
        <>
          <p>{errorTexts.clinic_card_missing}</p>
          <TextLink
            to={withClinic(withQuery(paths.settingsBilling, { back: here }))}
            className="mt-1 inline-block"
          >
            {planTexts.page.saveCard}
          </TextLink>
        </>
      )
    ),
    preview: (form: PlanForm) => (
      <PlanPreview
        plan={{
          kind: form.kind,
          name: form.name,
          description: form.description,
          includes: written(form.includes),
          excludes: written(form.excludes),
          childAgeLimit: Number(form.childAge) || 0,
          trialDays: Number(form.trialDays) || 0,
          leavingRefund: form.leavingRefund,
          place,
          price: {
            ...centsFrom(form, clinic.currency),
            currency: clinic.currency,
            interval: form.interval,
          },
        }}
      />
    ),
  }
}
