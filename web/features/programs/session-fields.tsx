import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ExternalLink, Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Link } from 'react-router'
import type { SaveProgram } from '#domain/programs/inputs.ts'
import { mostSessions } from '#domain/programs/programs.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { sessionContentQuery } from './queries.ts'
import { sessionChoices } from './session-choices.ts'

const texts = programTexts.editor

export function SessionFields({
  form,
  clinic,
  contentPathOf,
}: {
  form: UseFormReturn<SaveProgram>
  clinic: Clinic
  contentPathOf(itemId: string): string
}) {
  const { control, register, watch, setValue, formState } = form
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'sessions', keyName: 'key' })
  const content = useQuery(sessionContentQuery(clinic.subdomain))
  const hasSlides = content.data?.some(({ type }) => type === 'presentation') ?? false
  const errors = formState.errors.sessions
  const problem = errors?.root?.message ?? errors?.message
  const options = (kind: 'content' | 'slides', chosen: string | null) => {
    const { offered, isGone } = sessionChoices(content.data ?? [], kind, chosen)
    return (
      <>
        {offered.map(({ id, title, status }) => (
          <option key={id} value={id}>
            {status === 'published' ? title : `${title} (${texts.notPublished})`}
          </option>
        ))}
        {isGone && <option value={chosen ?? ''}>{content.data && texts.gone}</option>}
      </>
    )
  }
  return (
    <section aria-labelledby="program-sessions">
      <h2 id="program-sessions" className="font-display text-h3 font-medium">
        {texts.sessions}
      </h2>
      {problem && (
        <p role="alert" className="mt-1 text-note font-semibold text-danger">
          {problem}
        </p>
      )}
      <ol className="mt-3 space-y-4">
        {fields.map((field, at) => {
          const number = at + 1
          const itemId = watch(`sessions.${at}.itemId`)
          const slidesItemId = watch(`sessions.${at}.slidesItemId`)
          const titleError = errors?.[at]?.title?.message
          return (
            <li key={field.key} className="card space-y-4 p-5">
              <div className="flex items-center justify-between gap-2">
                <h3 className="font-semibold">{texts.session(number)}</h3>
                <span className="flex">
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={texts.up(number)}
                    disabled={at === 0}
                    onClick={() => swap(at, at - 1)}
                  >
                    <ArrowUp aria-hidden />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={texts.down(number)}
                    disabled={at === fields.length - 1}
                    onClick={() => swap(at, at + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={texts.remove(number)}
                    disabled={fields.length === 1}
                    onClick={() => remove(at)}
                  >
                    <X aria-hidden />
                  </Button>
                </span>
              </div>
              <Field label={texts.sessionTitle} {...(titleError && { error: titleError })}>
                {(props) => <Input maxLength={120} {...props} {...register(`sessions.${at}.title`)} />}
              </Field>
              <Field label={texts.description} isOptional>
                {(props) => <Input maxLength={300} {...props} {...register(`sessions.${at}.description`)} />}
              </Field>
              <Field
                label={texts.content}
                aside={
                  itemId && (
                    <Link className="link text-note" to={withClinic(contentPathOf(itemId))}>
                      <ExternalLink aria-hidden className="mr-1 inline size-3.5" />
                      {texts.open}
                    </Link>
                  )
                }
              >
                {(props) => (
                  <Select
                    {...props}
                    value={itemId ?? ''}
                    onChange={({ target }) =>
                      setValue(`sessions.${at}.itemId`, target.value || null, { shouldDirty: true })
                    }
                  >
                    <option value="">{texts.chooseContent}</option>
                    {options('content', itemId)}
                  </Select>
                )}
              </Field>
              {(hasSlides || slidesItemId) && (
                <Field label={texts.slides} isOptional>
                  {(props) => (
                    <Select
                      {...props}
                      value={slidesItemId ?? ''}
                      onChange={({ target }) =>
                        setValue(`sessions.${at}.slidesItemId`, target.value || null, { shouldDirty: true })
                      }
                    >
                      <option value="">{texts.chooseSlides}</option>
                      {options('slides', slidesItemId)}
                    </Select>
                  )}
                </Field>
              )}
            </li>
          )
        })}
      </ol>
      {fields.length < mostSessions && (
        <Button
          variant="outline"
          className="mt-4"
          onClick={() => append({ id: null, title: '', description: '', itemId: null, slidesItemId: null })}
        >
          <Plus aria-hidden />
          {texts.add}
        </Button>
      )}
    </section>
  )
}
