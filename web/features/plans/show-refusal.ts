import type { UseFormReturn } from 'react-hook-form'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { toast } from '#web/components/ui/toast.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type PlanForm, planFieldPath } from './plan-form.ts'

export function showPlanRefusal(form: UseFormReturn<PlanForm>, error: unknown, title: string): void {
  const fields = error instanceof ApiError ? error.fields : []
  const isOnItsField = showFieldErrors(
    form,
    fields.map(({ path, message }) => ({ path: planFieldPath(path), message })),
  )
  if (!isOnItsField) toast.error(title, describeRefusal(error))
}
