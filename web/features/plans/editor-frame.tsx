import type { FormEventHandler, ReactNode } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import type { Place } from '#domain/plans/places.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { PlanFields } from './plan-fields.tsx'
import type { PlanForm } from './plan-form.ts'

/**
 * @param place whose law applies
 * @param hasFixedKind true once published: the kind can no longer change
 * @param wayToSell why the clinic cannot sell yet, with a link; null if it can
 * @param buttons of the save bar
 */
export function EditorFrame({
  form,
  currency,
  place,
  hasFixedKind = false,
  wayToSell,
  preview,
  onSubmit,
  buttons,
}: {
  form: UseFormReturn<PlanForm>
  currency: string
  place: Place | null
  hasFixedKind?: boolean
  wayToSell: ReactNode
  preview(values: PlanForm): ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  buttons: ReactNode
}) {
  const { formState, watch } = form
  const values = watch()
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <LeaveGuard isDirty={formState.isDirty} />
      <div className="space-y-6">
        <FormErrorSummary errors={flat(formState.errors)} submitCount={formState.submitCount} />
        <PlanFields form={form} currency={currency} place={place} hasFixedKind={hasFixedKind} />
        {wayToSell && (
          <Notice tone="warning" title={planTexts.page.publishBlocked}>
            {wayToSell}
          </Notice>
        )}
        <SaveBar>{buttons}</SaveBar>
      </div>
      <aside aria-label={planTexts.page.preview} className="lg:sticky lg:top-8">
        <p className="mb-3 text-note font-semibold text-muted">{planTexts.page.preview}</p>
        {preview(values)}
      </aside>
    </form>
  )
}

function flat({ includes, excludes, ...errors }: FieldErrors<PlanForm>): FieldErrors {
  const lines = [
    ...(Array.isArray(includes) ? includes.map((line, index) => [`line${index}`, line?.line]) : []),
    ...(Array.isArray(excludes) ? excludes.map((line, index) => [`not${index}`, line?.line]) : []),
  ]
  return { ...errors, ...Object.fromEntries(lines.filter(([, error]) => error)) }
}
