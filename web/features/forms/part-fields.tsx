import { useId } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import {
  type FieldKind,
  type FormField,
  fieldKinds,
  mostFields,
  mostFileFields,
  mostFiles,
  mostSignatureFields,
} from '#domain/forms/forms.ts'
import type { SaveForm } from '#domain/forms/inputs.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { Field } from '#web/components/form/field.tsx'
import { PartFrame, PartList } from '#web/components/form/part-frame.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'

const texts = formTexts.editor
/** Of kinds that a form has a few of. */
const most: Partial<Record<FieldKind, number>> = {
  health: 1,
  file: mostFileFields,
  signature: mostSignatureFields,
}

/** The parts of a form: add, change, move and remove. */
export function PartFields({ form }: { form: UseFormReturn<SaveForm> }) {
  const { clearErrors, control, formState, setFocus } = form
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'fields', keyName: 'key' })
  const errors = formState.errors.fields
  const isFull = (kind: FieldKind) =>
    fields.filter((field) => field.kind === kind).length >= (most[kind] ?? mostFields)
  const add = (kind: FieldKind) => {
    append(newField(kind), { shouldFocus: false })
    // after the part is drawn; adding it validated the list, but nothing is typed yet
    setTimeout(() => {
      clearErrors(`fields.${fields.length}`)
      setFocus(`fields.${fields.length}.label`)
    }, 0)
  }
  return (
    <PartList
      id="form-parts"
      title={texts.parts}
      problem={errors?.root?.message ?? errors?.message}
      addLabel=""
      onAdd={null}
    >
      {fields.map((field, at) => (
        <PartFrame
          key={field.key}
          what={texts.part}
          title={texts.partNumber(at + 1, texts.kinds[field.kind])}
          at={at}
          count={fields.length}
          onMove={(to) => swap(at, to)}
          onRemove={() => remove(at)}
        >
          <PartOf form={form} at={at} kind={field.kind} />
        </PartFrame>
      ))}
      {fields.length < mostFields && (
        <li>
          <fieldset>
            <legend className="mb-2 font-semibold">{texts.addPart}</legend>
            <div className="flex flex-wrap gap-2">
              {fieldKinds
                .filter((kind) => !isFull(kind))
                .map((kind) => (
                  <Button key={kind} variant="outline" size="small" onClick={() => add(kind)}>
                    {texts.kinds[kind]}
                  </Button>
                ))}
            </div>
          </fieldset>
        </li>
      )}
    </PartList>
  )
}

const notes: Partial<Record<FieldKind, string>> = {
  health: texts.healthHint,
  file: texts.fileHint(mostFiles),
  signature: texts.signatureHint,
}

function PartOf({ form, at, kind }: { form: UseFormReturn<SaveForm>; at: number; kind: FieldKind }) {
  const { register, formState, watch, setValue } = form
  const errors = formState.errors.fields?.[at]
  return (
    <>
      <Field label={texts.labels[kind]} error={errors?.label?.message ?? ''}>
        {(control) => (
          <Textarea
            rows={kind === 'consent' ? 5 : 2}
            maxLength={2000}
            {...control}
            {...register(`fields.${at}.label`)}
          />
        )}
      </Field>
      {notes[kind] && <p className="text-note text-muted">{notes[kind]}</p>}
      {kind === 'choice' && <Options form={form} at={at} />}
      {kind !== 'health' && (
        <Field label={texts.hint} isOptional error={errors?.hint?.message ?? ''}>
          {(control) => <Input maxLength={300} {...control} {...register(`fields.${at}.hint`)} />}
        </Field>
      )}
      <div className="flex flex-wrap gap-x-6">
        {kind !== 'heading' && kind !== 'health' && (
          <Switch
            label={texts.isRequired}
            isOn={watch(`fields.${at}.isRequired`)}
            onChange={(isOn) => setValue(`fields.${at}.isRequired`, isOn, { shouldDirty: true })}
          />
        )}
        {kind === 'text' && (
          <Switch
            label={texts.isLong}
            isOn={watch(`fields.${at}.isLong`)}
            onChange={(isOn) => setValue(`fields.${at}.isLong`, isOn, { shouldDirty: true })}
          />
        )}
        {kind === 'choice' && (
          <Switch
            label={texts.isMany}
            isOn={watch(`fields.${at}.isMany`)}
            onChange={(isOn) => setValue(`fields.${at}.isMany`, isOn, { shouldDirty: true })}
          />
        )}
      </div>
    </>
  )
}

/** One choice on each line; empty lines are left out when the field is left. */
function Options({ form, at }: { form: UseFormReturn<SaveForm>; at: number }) {
  const { formState, watch, setValue } = form
  const errors = formState.errors.fields?.[at]?.options
  const problem = errors?.root?.message ?? errors?.message ?? errors?.find?.((each) => each)?.message
  const options = watch(`fields.${at}.options`)
  const set = (lines: string[]) =>
    setValue(`fields.${at}.options`, lines, {
      shouldDirty: true,
      shouldValidate: formState.submitCount > 0,
    })
  return (
    <Field label={texts.options} hint={texts.optionsHint} {...(problem && { error: problem })}>
      {(control) => (
        <Textarea
          rows={4}
          {...control}
          value={options.join('\n')}
          onChange={({ target }) => set(target.value === '' ? [] : target.value.split('\n'))}
          onBlur={() => set(options.map((line) => line.trim()).filter(Boolean))}
        />
      )}
    </Field>
  )
}

function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-3">
      <Checkbox id={id} checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

function newField(kind: FieldKind): FormField {
  return {
    id: crypto.randomUUID(),
    kind,
    label: kind === 'health' ? texts.healthLabel : kind === 'signature' ? texts.signatureLabel : '',
    hint: '',
    isRequired: kind !== 'heading',
    isLong: false,
    isMany: false,
    options: [],
  }
}
