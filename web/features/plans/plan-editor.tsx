import { type ReactNode, useRef, useState } from 'react'
import type { Place } from '#domain/plans/places.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { formatPrice } from '#domain/values/money.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { EditorFrame } from './editor-frame.tsx'
import { emptyPlanForm, type PlanForm, planFormFrom, planFormSchema, savePlanInputFrom } from './plan-form.ts'
import type { TeamPlan } from './queries.ts'
import { showPlanRefusal } from './show-refusal.ts'
import { usePlanActions } from './use-plan-actions.ts'

type Intent = 'save' | 'publish'

/**
 * @param plan the draft; null for a new plan
 * @param template the plan that a new one copies
 * @param place whose law applies
 * @param wayToSell why the clinic cannot sell yet, with a link; null if it can
 * @param onSaved called with the saved plan
 */
export function PlanEditor({
  plan,
  template,
  currency,
  place,
  wayToSell,
  preview,
  onSaved,
}: {
  plan: TeamPlan | null
  template?: TeamPlan | undefined
  currency: string
  place: Place | null
  wayToSell: ReactNode
  preview(values: PlanForm): ReactNode
  onSaved(plan: PlanView): void
}) {
  const form = useSchemaForm<PlanForm>(planFormSchema(currency), startingValues(plan, template))
  const { formState, handleSubmit } = form
  const { save, publish } = usePlanActions()
  // the button that submitted the form; Enter in a field saves
  const intent = useRef<Intent>('save')
  const savedId = useRef(plan?.id)
  const [asked, setAsked] = useState<{ draft: PlanView } | null>(null)
  // navigating to a new draft's page would close the question
  const [isStored, setStored] = useState(false)
  const isLeaving = isStored && plan === null

  async function send(values: PlanForm): Promise<void> {
    const isPublishing = intent.current === 'publish'
    intent.current = 'save'
    try {
      const draft = await save.mutateAsync(savePlanInputFrom(values, currency, savedId.current))
      // a second press continues with this draft, even if publishing fails below
      savedId.current = draft.id
      form.reset(values)
      if (isPublishing) return setAsked({ draft })
      toast.success(planTexts.editor.saved)
      setStored(true)
      onSaved(draft)
    } catch (error) {
      showPlanRefusal(form, error, planTexts.editor.failed)
    }
  }

  async function publishDraft(draft: PlanView): Promise<void> {
    try {
      const published = await publish.mutateAsync(draft.id)
      toast.success(planTexts.publish.done, { description: planTexts.publish.doneText })
      onSaved(published)
    } catch (error) {
      showPlanRefusal(form, error, planTexts.publish.failed)
    } finally {
      setAsked(null)
    }
  }

  const isSaving = formState.isSubmitting || isLeaving
  const isBusy = isSaving || publish.isPending
  return (
    <>
      <EditorFrame
        form={form}
        currency={currency}
        place={place}
        wayToSell={wayToSell}
        preview={preview}
        onSubmit={handleSubmit(send)}
        buttons={
          <>
            <SubmitButton
              variant={wayToSell ? 'primary' : 'outline'}
              isBusy={isSaving}
              busyText={planTexts.editor.saving}
            >
              {planTexts.editor.save}
            </SubmitButton>
            {!wayToSell && (
              <SubmitButton
                isBusy={publish.isPending}
                busyText={planTexts.publish.busy}
                aria-disabled={isBusy || undefined}
                onClick={(event) => {
                  if (isBusy) event.preventDefault()
                  else intent.current = 'publish'
                }}
              >
                {planTexts.publish.action}
              </SubmitButton>
            )}
          </>
        }
      />
      <AlertDialog
        open={asked !== null}
        onOpenChange={(isOpen) => {
          if (isOpen || !asked || publish.isPending) return
          setAsked(null)
          // the saved draft has its own page from now on
          onSaved(asked.draft)
        }}
        title={asked ? planTexts.publish.ask.title(asked.draft.name) : ''}
        consequence={asked ? planTexts.publish.ask.consequence(priceText(asked.draft.price)) : ''}
        safeLabel={planTexts.publish.ask.keep}
        actionLabel={planTexts.publish.action}
        actionVariant="primary"
        isBusy={publish.isPending}
        onAction={() => asked && void publishDraft(asked.draft)}
      />
    </>
  )
}

function startingValues(plan: TeamPlan | null, template: TeamPlan | undefined): PlanForm {
  if (plan) return planFormFrom(plan)
  if (!template) return emptyPlanForm
  const copied = planFormFrom(template)
  return { ...copied, name: planTexts.duplicate.name(copied.name) }
}

/** "$49 / month", for a sentence. */
export function priceText(price: Pick<PlanView['price'], 'amountCents' | 'currency' | 'interval'>): string {
  return `${formatPrice(price.amountCents, price.currency)} ${planTexts.perInterval[price.interval]}`
}
