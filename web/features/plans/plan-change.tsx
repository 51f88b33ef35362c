import { type ReactNode, useState } from 'react'
import type { Place } from '#domain/plans/places.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { EditorFrame } from './editor-frame.tsx'
import { priceText } from './plan-editor.tsx'
import { type PlanForm, planFormFrom, planFormSchema, savePlanInputFrom } from './plan-form.ts'
import type { TeamPlan } from './queries.ts'
import { showPlanRefusal } from './show-refusal.ts'
import { usePlanActions } from './use-plan-actions.ts'

const texts = planTexts.change

/** @param versionId the version on sale, which the change replaces @param place whose law applies */
export function PlanChange({
  plan,
  versionId,
  currency,
  place,
  wayToSell,
  preview,
  onDone,
}: {
  plan: TeamPlan
  versionId: string
  currency: string
  place: Place | null
  wayToSell: ReactNode
  preview(values: PlanForm): ReactNode
  onDone(): void
}) {
  const form = useSchemaForm<PlanForm>(planFormSchema(currency), planFormFrom(plan))
  const { change } = usePlanActions()
  const [asked, setAsked] = useState<PlanForm | null>(null)
  const wanted = asked && savePlanInputFrom(asked, currency, plan.id)

  async function publish(input: NonNullable<typeof wanted>): Promise<void> {
    const { kind: _kind, ...words } = input
    try {
      await change.mutateAsync({ ...words, planId: plan.id, versionId })
      form.reset(form.getValues())
      toast.success(texts.done, { description: texts.doneText })
      onDone()
    } catch (error) {
      showPlanRefusal(form, error, texts.failed)
    } finally {
      setAsked(null)
    }
  }

  return (
    <>
      <EditorFrame
        form={form}
        currency={currency}
        place={place}
        hasFixedKind
        wayToSell={wayToSell}
        preview={preview}
        onSubmit={form.handleSubmit((values) => setAsked(values))}
        buttons={
          <>
            <Button type="button" variant="outline" onClick={onDone}>
              {texts.back}
            </Button>
            {!wayToSell && (
              <SubmitButton
                isBusy={change.isPending}
                busyText={planTexts.publish.busy}
                disabled={!form.formState.isDirty}
              >
                {texts.publish}
              </SubmitButton>
            )}
          </>
        }
      />
      <AlertDialog
        open={asked !== null}
        onOpenChange={(isOpen) => isOpen || change.isPending || setAsked(null)}
        title={texts.ask.title(plan.name)}
        consequence={
          wanted ? texts.ask.consequence(priceText({ ...wanted, currency }), plan.memberCount) : ''
        }
        safeLabel={texts.ask.keep}
        actionLabel={texts.publish}
        actionVariant="primary"
        isBusy={change.isPending}
        onAction={() => wanted && void publish(wanted)}
      />
    </>
  )
}
