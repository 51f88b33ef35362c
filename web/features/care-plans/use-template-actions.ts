import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { type CarePlan, partsOf } from '#domain/care-plans/care-plans.ts'
import type { SaveCarePlanTemplate } from '#domain/care-plans/own-templates.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { OwnTemplate } from './queries.ts'

const texts = carePlanTexts.templates

function useRefresh(slug: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'care-plan-templates') })
}

export function useSaveTemplate(
  clinic: Clinic,
  form: UseFormReturn<SaveCarePlanTemplate>,
  onSaved: () => void,
) {
  const refresh = useRefresh(clinic.subdomain)
  return useMutation({
    mutationFn: (input: SaveCarePlanTemplate) => callFunction('save-care-plan-template', input),
    onSuccess: (_answer, input) => {
      form.reset(input)
      toast.success(texts.editor.saved)
      onSaved()
      void refresh()
    },
    onError: (error) => {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
    },
  })
}

export function useDeleteTemplate(clinic: Clinic) {
  const refresh = useRefresh(clinic.subdomain)
  const restore = useMutation({
    mutationFn: ({
      title,
      description,
      plan,
    }: Pick<OwnTemplate, 'title' | 'description'> & { plan: CarePlan }) =>
      callFunction('save-care-plan-template', {
        version: 0,
        title,
        description,
        ...partsOf(plan, clinic.currency),
      }),
    onSuccess: () => toast.success(texts.undone),
    onError: (error) => toast.error(texts.editor.failed, describeRefusal(error)),
    onSettled: () => refresh(),
  })
  return useMutation({
    mutationFn: ({ id }: OwnTemplate) => callFunction('delete-care-plan-template', { templateId: id }),
    onSuccess: (_answer, template) =>
      toast.success(texts.deleted, {
        action: { label: texts.undo, onClick: () => restore.mutate(template) },
      }),
    onError: (error) => toast.error(texts.deleteFailed, describeRefusal(error)),
    onSettled: () => refresh(),
  })
}
