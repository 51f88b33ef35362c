import { X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { type CareTheme, mostLessons, mostThemes, type SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import { bestScore } from '#domain/care-plans/scores.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { Field } from '#web/components/form/field.tsx'
import { PartFrame, PartList } from '#web/components/form/part-frame.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { ThemeLesson } from './queries.ts'

const texts = carePlanTexts.editor
const scores = Array.from({ length: bestScore + 1 }, (_, score) => score)
const newTheme: CareTheme = {
  ...{ title: '', category: '', patientScore: null, physicianScore: null },
  ...{ patientWords: '', physicianWords: '', code: '', lessonIds: [], isFeatured: false },
}

/** @param isTemplate omits a patient's fields @param categories suggestions; any other is allowed */
export function ThemeFields({
  form,
  isTemplate = false,
  categories,
  lessons,
}: {
  form: UseFormReturn<SaveCarePlan>
  isTemplate?: boolean
  categories: readonly string[]
  lessons: readonly ThemeLesson[] | undefined
}) {
  const { control, register, watch, setValue, formState } = form
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'themes', keyName: 'key' })
  const errors = formState.errors.themes
  const change = { shouldDirty: true } as const
  const feature = (at: number, isFeatured: boolean) => {
    for (const other of fields.keys())
      setValue(`themes.${other}.isFeatured`, isFeatured && other === at, change)
  }
  const add = () => append(newTheme)
  return (
    <PartList
      id="care-plan-themes"
      title={carePlanTexts.home.themes}
      problem={errors?.root?.message ?? errors?.message}
      addLabel={texts.addTheme}
      onAdd={fields.length < mostThemes ? add : null}
    >
      <datalist id="care-plan-categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      {fields.map((field, at) => {
        const own = errors?.[at]
        const score = (name: 'patientScore' | 'physicianScore') => (
          <Field label={texts[name]} error={own?.[name]?.message}>
            {(props) => (
              <Select
                {...props}
                value={watch(`themes.${at}.${name}`) ?? ''}
                onChange={({ target }) =>
                  setValue(`themes.${at}.${name}`, target.value === '' ? null : Number(target.value), change)
                }
              >
                <option value="">{texts.noScore}</option>
                {scores.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </Select>
            )}
          </Field>
        )
        return (
          <PartFrame
            key={field.key}
            what={texts.theme}
            title={texts.themeNumber(at + 1)}
            at={at}
            count={fields.length}
            onMove={(to) => swap(at, to)}
            onRemove={() => remove(at)}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={texts.themeTitle} error={own?.title?.message}>
                {(props) => <Input maxLength={120} {...props} {...register(`themes.${at}.title`)} />}
              </Field>
              <Field label={texts.category} error={own?.category?.message}>
                {(props) => (
                  <Input
                    maxLength={40}
                    list="care-plan-categories"
                    {...props}
                    {...register(`themes.${at}.category`)}
                  />
                )}
              </Field>
              {!isTemplate && score('patientScore')}
              {!isTemplate && score('physicianScore')}
            </div>
            {!isTemplate && (
              <Field label={texts.patientWords} isOptional error={own?.patientWords?.message}>
                {(props) => (
                  <Textarea rows={2} maxLength={500} {...props} {...register(`themes.${at}.patientWords`)} />
                )}
              </Field>
            )}
            <Field label={texts.physicianWords} isOptional error={own?.physicianWords?.message}>
              {(props) => (
                <Textarea rows={2} maxLength={500} {...props} {...register(`themes.${at}.physicianWords`)} />
              )}
            </Field>
            <Field label={texts.code} isOptional error={own?.code?.message}>
              {(props) => <Input maxLength={20} {...props} {...register(`themes.${at}.code`)} />}
            </Field>
            <LessonField
              lessons={lessons}
              chosen={watch(`themes.${at}.lessonIds`)}
              error={own?.lessonIds?.message}
              onChange={(ids) => setValue(`themes.${at}.lessonIds`, ids, { ...change, shouldValidate: true })}
            />
            <label htmlFor={`featured-${field.key}`} className="flex min-h-11 items-center gap-3">
              <Checkbox
                id={`featured-${field.key}`}
                checked={watch(`themes.${at}.isFeatured`)}
                onChange={({ target }) => feature(at, target.checked)}
              />
              {texts.isFeatured}
            </label>
          </PartFrame>
        )
      })}
    </PartList>
  )
}

function LessonField({
  lessons,
  chosen,
  error,
  onChange,
}: {
  lessons: readonly ThemeLesson[] | undefined
  chosen: readonly string[]
  error: string | undefined
  onChange(ids: string[]): void
}) {
  const titleOf = (id: string) => lessons?.find((lesson) => lesson.id === id)?.title ?? texts.unknownLesson
  const free = lessons?.filter(({ id }) => !chosen.includes(id)) ?? []
  return (
    <div>
      {chosen.length > 0 && lessons && (
        <ul className="mb-2">
          {chosen.map((id) => (
            <li key={id} className="flex items-center justify-between gap-2">
              <span className="min-w-0 break-words">{titleOf(id)}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={texts.removeLesson(titleOf(id))}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field label={texts.lessons} isOptional hint={texts.lessonsHint} error={error}>
        {(props) => (
          <Select
            {...props}
            value=""
            disabled={chosen.length >= mostLessons || free.length === 0}
            onChange={({ target }) => target.value && onChange([...chosen, target.value])}
          >
            <option value="">{texts.chooseLesson}</option>
            {free.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
