import { type ReactNode, useRef } from 'react'
import type { FieldErrors } from 'react-hook-form'
import type { PlanView } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { describeRefusal } from '#web/lib/refusals.ts'
import { PlanFields } from './plan-fields.tsx'
import {
  emptyPlanForm,
  type PlanForm,
  planFieldPath,
  planFormFrom,
  planFormSchema,
  savePlanInputFrom,
} from './plan-form.ts'
import type { TeamPlan } from './queries.ts'
import { usePlanActions } from './use-plan-actions.ts'

type Intent = 'save' | 'publish'

/**
 * Edits and publishes a draft, with a preview next to the fields.
 *
 * @param plan the draft; null for a new plan
 * @param wayToSell why the clinic cannot sell yet, with a link; null when it can
 * @param preview renders the current values as patients will see them
 * @param onSaved called with the saved plan
 */
export function PlanEditor({
  plan,
  currency,
  wayToSell,
  preview,
  onSaved,
}: {
  plan: TeamPlan | null
  currency: string
  wayToSell: ReactNode
  preview(values: PlanForm): ReactNode
  onSaved(plan: PlanView): void
}) {
  const form = useSchemaForm<PlanForm>(planFormSchema(currency), plan ? planFormFrom(plan) : emptyPlanForm)
  const { formState, handleSubmit, watch } = form
  const { save, publish } = usePlanActions()
  // which of the two buttons submitted the form; Enter in a field means the first: save
  const intent = useRef<Intent>('save')
  const savedId = useRef(plan?.id)

  async function send(values: PlanForm): Promise<void> {
    const isPublishing = intent.current === 'publish'
    intent.current = 'save'
    try {
      const draft = await save.mutateAsync(savePlanInputFrom(values, currency, savedId.current))
      // a second press continues with this draft, even when publishing fails below
      savedId.current = draft.id
      form.reset(values)
      if (!isPublishing) {
        toast.success(planTexts.editor.saved)
        return onSaved(draft)
      }
    } catch (error) {
      return fail(error, planTexts.editor.failed)
    }
    try {
      const published = await publish.mutateAsync(savedId.current)
      toast.success(planTexts.publish.done, { description: planTexts.publish.doneText })
      onSaved(published)
    } catch (error) {
      fail(error, planTexts.publish.failed)
    }
  }

  function fail(error: unknown, title: string): void {
    const fields = error instanceof ApiError ? error.fields : []
    const isOnItsField = showFieldErrors(
      form,
      fields.map(({ path, message }) => ({ path: planFieldPath(path), message })),
    )
    if (!isOnItsField) toast.error(title, describeRefusal(error))
  }

  const isBusy = formState.isSubmitting
  const values = watch()
  return (
    <form
      noValidate
      onSubmit={handleSubmit(send)}
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <LeaveGuard isDirty={formState.isDirty} />
      <div className="space-y-6">
        <FormErrorSummary errors={flat(formState.errors)} submitCount={formState.submitCount} />
        <PlanFields form={form} currency={currency} />
        {wayToSell && (
          <Notice tone="warning" title={planTexts.page.publishBlocked}>
            {wayToSell}
          </Notice>
        )}
        {!wayToSell && <p className="text-form text-muted">{planTexts.page.publishText}</p>}
        <SaveBar>
          <SubmitButton
            variant={wayToSell ? 'primary' : 'outline'}
            isBusy={isBusy && !publish.isPending}
            busyText={planTexts.editor.saving}
          >
            {planTexts.editor.save}
          </SubmitButton>
          {!wayToSell && (
            <SubmitButton
              isBusy={publish.isPending}
              busyText={planTexts.publish.busy}
              onClick={(event) => {
                if (isBusy) event.preventDefault()
                else intent.current = 'publish'
              }}
            >
              {planTexts.publish.action}
            </SubmitButton>
          )}
        </SaveBar>
      </div>
      <aside aria-label={planTexts.page.preview} className="lg:sticky lg:top-8">
        <p className="mb-3 text-note font-semibold text-muted">{planTexts.page.preview}</p>
        {preview(values)}
      </aside>
    </form>
  )
}

/** Errors of single lines are in the summary along with those of fields. */
function flat({ includes, ...errors }: FieldErrors<PlanForm>): FieldErrors {
  const lines = Array.isArray(includes) ? includes.map((line, index) => [`line${index}`, line?.line]) : []
  return { ...errors, ...Object.fromEntries(lines.filter(([, error]) => error)) }
}
