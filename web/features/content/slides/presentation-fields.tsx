import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { BodyOf } from '#domain/content/body.ts'
import {
  emptySlide,
  mostQuestions,
  mostSlides,
  movedSlide,
  type Slide,
  slideLayouts,
} from '#domain/content/slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Field, FieldError } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { problemsWithin, type WritingProblems } from '../editor/writing-problems.ts'
import { PresentationImport } from './presentation-import.tsx'
import { SlideFields } from './slide-fields.tsx'
import { SlideList } from './slide-list.tsx'

const texts = contentTexts.slides
type Body = BodyOf<'presentation'>

export function PresentationFields({
  body,
  problems,
  onChange,
}: {
  body: Body
  problems: WritingProblems
  onChange(body: Body): void
}) {
  const { slides } = body
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = Math.max(
    slides.findIndex(({ id }) => id === chosenId),
    0,
  )
  const slide = slides[chosen]
  const set = (next: Slide[]) => onChange({ ...body, slides: next })

  function add(layout: (typeof slideLayouts)[number]): void {
    const one = emptySlide(crypto.randomUUID(), layout)
    set(slides.toSpliced(slides.length === 0 ? 0 : chosen + 1, 0, one))
    setChosenId(one.id)
  }

  // an undo may follow further changes
  const latest = useRef({ body, onChange })
  latest.current = { body, onChange }
  function remove(): void {
    if (!slide) return
    set(slides.toSpliced(chosen, 1))
    setChosenId(slides[chosen + 1]?.id ?? slides[chosen - 1]?.id ?? null)
    toast.success(texts.removed(chosen + 1), {
      action: {
        label: texts.undo,
        onClick() {
          const now = latest.current
          now.onChange({ ...now.body, slides: now.body.slides.toSpliced(chosen, 0, slide) })
          setChosenId(slide.id)
        },
      },
    })
  }

  return (
    <div className="space-y-8">
      <PresentationImport body={body} chosen={slide} error={problems.importing} onChange={onChange} />
      <section aria-label={texts.label} className="space-y-4">
        <SlideProblems problems={problems} />
        <div className="flex flex-wrap items-end gap-3">
          <NewSlide isFull={slides.length >= mostSlides} onAdd={add} />
        </div>
        {slides.length === 0 ? (
          <p className="text-form text-muted">{texts.none}</p>
        ) : (
          <SlideList
            slides={slides}
            chosen={chosen}
            onChoose={(at) => setChosenId(slides[at]?.id ?? null)}
            onMove={(from, to) => {
              set(movedSlide(slides, from, to))
              setChosenId(slides[from]?.id ?? null)
            }}
          />
        )}
        {slide && (
          <div className="space-y-4">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="mr-auto font-display text-lead font-medium">
                {texts.slide(chosen + 1, slides.length)}
              </h3>
              <Button
                variant="outline"
                size="icon"
                aria-label={texts.earlier}
                disabled={chosen === 0}
                onClick={() => set(movedSlide(slides, chosen, chosen - 1))}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="outline"
                size="icon"
                aria-label={texts.later}
                disabled={chosen === slides.length - 1}
                onClick={() => set(movedSlide(slides, chosen, chosen + 1))}
              >
                <ArrowDown aria-hidden />
              </Button>
              <Button variant="outline" size="icon" aria-label={texts.remove} onClick={remove}>
                <Trash2 aria-hidden />
              </Button>
            </div>
            <SlideFields
              key={slide.id}
              slide={slide}
              problems={problemsWithin(problems, `slides.${chosen}`)}
              onChange={(changed) => set(slides.map((each) => (each.id === changed.id ? changed : each)))}
            />
          </div>
        )}
      </section>
      <Questions body={body} problems={problems} onChange={onChange} />
    </div>
  )
}

function SlideProblems({ problems }: { problems: WritingProblems }) {
  const id = useId()
  const found = Object.entries(problems).flatMap(([path, problem]) => {
    const at = /^slides(?:\.(\d+)|$)/.exec(path)
    if (!at) return []
    return at[1] === undefined ? problem : contentTexts.editor.inSlide(Number(at[1]) + 1, problem)
  })
  return [...new Set(found)].map((text) => (
    <FieldError key={text} id={`${id} ${text}`}>
      {text}
    </FieldError>
  ))
}

function NewSlide({
  isFull,
  onAdd,
}: {
  isFull: boolean
  onAdd(layout: (typeof slideLayouts)[number]): void
}) {
  const [layout, setLayout] = useState<(typeof slideLayouts)[number]>('text')
  return (
    <>
      <Field label={texts.layout}>
        {(control) => (
          <Select
            {...control}
            value={layout}
            onChange={({ target }) => setLayout(target.value as typeof layout)}
          >
            {slideLayouts.map((each) => (
              <option key={each} value={each}>
                {texts.layouts[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="outline" disabled={isFull} onClick={() => onAdd(layout)}>
        <Plus aria-hidden />
        {texts.add}
      </Button>
    </>
  )
}

function Questions({
  body,
  problems,
  onChange,
}: {
  body: Body
  problems: WritingProblems
  onChange(body: Body): void
}) {
  const { questions } = body
  const problemOf = (at: number, field: string) => {
    const error = problems[`questions.${at}.${field}`]
    return error ? { error } : {}
  }
  const change = (at: number, changes: Partial<(typeof questions)[number]>) =>
    onChange({
      ...body,
      questions: questions.map((each, of) => (of === at ? { ...each, ...changes } : each)),
    })
  return (
    <section aria-label={texts.questions.title} className="space-y-4 border-t border-line pt-6">
      <h3 className="font-display text-lead font-medium">{texts.questions.title}</h3>
      <p className="text-form text-muted">{texts.questions.lead}</p>
      {questions.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question's place is what it is
        <fieldset key={at} className="space-y-3">
          <legend className="mb-1.5 font-semibold text-form">{texts.questions.number(at + 1)}</legend>
          <Field label={texts.questions.question} {...problemOf(at, 'question')}>
            {(control) => (
              <Input
                {...control}
                value={each.question}
                onChange={({ target }) => change(at, { question: target.value })}
              />
            )}
          </Field>
          <Field
            label={texts.questions.listenFor}
            hint={texts.questions.listenForHint}
            isOptional
            {...problemOf(at, 'listenFor')}
          >
            {(control) => (
              <Input
                {...control}
                value={each.listenFor}
                onChange={({ target }) => change(at, { listenFor: target.value })}
              />
            )}
          </Field>
          <Button
            variant="outline"
            size="small"
            onClick={() => onChange({ ...body, questions: questions.toSpliced(at, 1) })}
          >
            {texts.questions.remove}
          </Button>
        </fieldset>
      ))}
      {questions.length < mostQuestions && (
        <Button
          variant="outline"
          onClick={() => onChange({ ...body, questions: [...questions, { question: '', listenFor: '' }] })}
        >
          <Plus aria-hidden />
          {texts.questions.add}
        </Button>
      )}
    </section>
  )
}
