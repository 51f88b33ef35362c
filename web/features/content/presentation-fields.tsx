import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BodyOf } from '#domain/content/body.ts'
import {
  emptySlide,
  mostQuestions,
  mostSlides,
  movedSlide,
  replacedPages,
  type Slide,
  slideLayouts,
  withPages,
} from '#domain/content/slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { pdfQuery } from '#web/components/article/pdf-queries.ts'
import { Field } from '#web/components/form/field.tsx'
import { SlideContent } from '#web/components/slides/slide-content.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/current-clinic.ts'
import { useFileLinks } from '#web/lib/file-links.ts'
import { FileField } from './file-field.tsx'
import { SlideFields } from './slide-fields.tsx'
import { contentOf, useDrawnPage } from './slide-preview.ts'

const texts = contentTexts.slides
type Body = BodyOf<'presentation'>

/** A presentation being written: its slides in order, the one that is chosen, and the questions that close a lesson. */
export function PresentationFields({ body, onChange }: { body: Body; onChange(body: Body): void }) {
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

  // what is brought back may come after further changes
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
      <Import body={body} onChange={onChange} />
      <section aria-label={texts.label} className="space-y-4">
        <div className="flex flex-wrap items-end gap-3">
          <NewSlide isFull={slides.length >= mostSlides} onAdd={add} />
        </div>
        {slides.length === 0 ? (
          <p className="text-form text-muted">{texts.none}</p>
        ) : (
          <SlideList slides={slides} chosen={chosen} onChoose={(at) => setChosenId(slides[at]?.id ?? null)} />
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
              onChange={(changed) => set(slides.map((each) => (each.id === changed.id ? changed : each)))}
            />
          </div>
        )}
      </section>
      <Questions body={body} onChange={onChange} />
    </div>
  )
}

/** Adds the pages of a PDF as slides, or puts them in the place of those that are there. */
function Import({ body, onChange }: { body: Body; onChange(body: Body): void }) {
  const slug = useClinicSlug()
  const [replaces, setReplaces] = useState(false)
  const { importing } = body
  const pdf = useQuery({ ...pdfQuery(slug, importing ?? ''), enabled: importing !== null })
  const isReady = importing !== null && pdf.data?.state === 'ready'
  const latest = useRef({ body, onChange, replaces })
  latest.current = { body, onChange, replaces }
  const pages = pdf.data?.state === 'ready' ? pdf.data.pages.length : 0

  useEffect(() => {
    if (!isReady || !importing) return
    const { body: now, onChange: change, replaces: isReplaced } = latest.current
    const newId = () => crypto.randomUUID()
    const slides = isReplaced
      ? replacedPages(now.slides, importing, pages, newId)
      : withPages(now.slides, importing, pages, newId)
    change({ ...now, importing: null, slides })
    toast.success(texts.imported(pages))
  }, [isReady, importing, pages])

  return (
    <div className="space-y-3">
      <FileField
        label={texts.import}
        hint={texts.importHint}
        kind="content_pdf"
        fileId={importing}
        onChange={(fileId) => onChange({ ...body, importing: fileId })}
      >
        {pdf.data?.state === 'refused' ? (
          <Notice tone="warning">
            <p>{texts.refused[pdf.data.reason]}</p>
          </Notice>
        ) : (
          <p role="status" className="text-form text-muted">
            {contentTexts.editor.fields.pdfWaiting}
          </p>
        )}
      </FileField>
      {importing === null && body.slides.length > 0 && (
        <label className="flex items-center gap-2 text-form">
          <input
            type="checkbox"
            className="size-4"
            checked={replaces}
            onChange={({ target }) => setReplaces(target.checked)}
          />
          {texts.replaces}
        </label>
      )}
    </div>
  )
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

function SlideList({
  slides,
  chosen,
  onChoose,
}: {
  slides: readonly Slide[]
  chosen: number
  onChoose(at: number): void
}) {
  return (
    <ol aria-label={texts.label} className="flex gap-3 overflow-x-auto p-1 pb-3">
      {slides.map((slide, at) => (
        <li key={slide.id} className="flex-none text-center">
          <button
            type="button"
            aria-label={texts.choose(at + 1)}
            aria-current={at === chosen || undefined}
            className={cn('viewer-thumbnail', at === chosen && 'viewer-thumbnail-current')}
            onClick={() => onChoose(at)}
          >
            <SmallSlide slide={slide} />
          </button>
          <span aria-hidden className="text-note text-muted tabular-nums">
            {at + 1}
          </span>
        </li>
      ))}
    </ol>
  )
}

function SmallSlide({ slide }: { slide: Slide }) {
  const page = useDrawnPage(slide)
  const fileId = slide.kind === 'page' ? page?.smallFileId : slide.fileId
  const url = useFileLinks(fileId ? [fileId] : []).get(fileId ?? '')
  if (slide.kind === 'page')
    return url ? <img src={url} alt="" loading="lazy" className="size-full object-contain" /> : null
  return <SlideContent isSmall content={contentOf(slide, url)} />
}

/** The questions that close a lesson: the patient answers in their own words. */
function Questions({ body, onChange }: { body: Body; onChange(body: Body): void }) {
  const { questions } = body
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
          <Field label={texts.questions.question}>
            {(control) => (
              <Input
                maxLength={200}
                {...control}
                value={each.question}
                onChange={({ target }) => change(at, { question: target.value })}
              />
            )}
          </Field>
          <Field label={texts.questions.listenFor} hint={texts.questions.listenForHint} isOptional>
            {(control) => (
              <Input
                maxLength={300}
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
