import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { mostSteps, type SaveCarePlan, stepStates } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { Field } from '#web/components/form/field.tsx'
import { PartFrame, PartList } from '#web/components/form/part-frame.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = carePlanTexts.editor

/** @param isTemplate omits a patient's fields */
export function StepFields({
  form,
  isTemplate = false,
}: {
  form: UseFormReturn<SaveCarePlan>
  isTemplate?: boolean
}) {
  const { control, register, formState } = form
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'steps', keyName: 'key' })
  const errors = formState.errors.steps
  const add = () => append({ title: '', note: '', on: '', state: 'planned' })
  return (
    <PartList
      id="care-plan-steps"
      title={carePlanTexts.home.timeline}
      problem={errors?.root?.message ?? errors?.message}
      addLabel={texts.addStep}
      onAdd={fields.length < mostSteps ? add : null}
    >
      {fields.map((field, at) => (
        <PartFrame
          key={field.key}
          what={texts.step}
          title={texts.stepNumber(at + 1)}
          at={at}
          count={fields.length}
          onMove={(to) => swap(at, to)}
          onRemove={() => remove(at)}
        >
          <Field label={texts.stepTitle} error={errors?.[at]?.title?.message}>
            {(props) => <Input maxLength={120} {...props} {...register(`steps.${at}.title`)} />}
          </Field>
          {!isTemplate && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={texts.state}>
                {(props) => (
                  <Select {...props} {...register(`steps.${at}.state`)}>
                    {stepStates.map((state) => (
                      <option key={state} value={state}>
                        {carePlanTexts.home.states[state]}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label={texts.on} isOptional error={errors?.[at]?.on?.message}>
                {(props) => <Input type="date" {...props} {...register(`steps.${at}.on`)} />}
              </Field>
            </div>
          )}
          <Field label={texts.note} isOptional error={errors?.[at]?.note?.message}>
            {(props) => <Textarea rows={2} maxLength={500} {...props} {...register(`steps.${at}.note`)} />}
          </Field>
        </PartFrame>
      ))}
    </PartList>
  )
}
