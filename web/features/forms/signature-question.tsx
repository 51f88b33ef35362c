import { Keyboard, PenLine, Trash2, Undo2 } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { EnteredAnswer, FormField, SignatureAnswer } from '#domain/forms/forms.ts'
import { mostPoints, mostStrokes, signatureBox, simplified } from '#domain/forms/strokes.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { QuestionGroup } from './question-group.tsx'
import { SignatureDrawing } from './signature-drawing.tsx'

const texts = formTexts.own.pad
const { width, height } = signatureBox

/** A signature to draw; users who cannot draw type their name instead. */
export function SignatureQuestion({
  field,
  answer,
  error,
  onAnswer,
}: {
  field: FormField
  answer: SignatureAnswer | null
  error: string | undefined
  onAnswer(answer: EnteredAnswer): void
}) {
  const [wantsTyping, setWantsTyping] = useState(false)
  const strokes = answer && 'strokes' in answer ? answer.strokes : []
  const typed = answer && 'typed' in answer ? answer.typed : ''
  const isTyping = typed !== '' || (wantsTyping && strokes.length === 0)
  if (isTyping)
    return (
      <QuestionGroup field={field} error={error}>
        <Input
          // chosen by the user
          autoFocus={wantsTyping && typed === ''}
          aria-label={texts.typed}
          aria-invalid={Boolean(error)}
          autoComplete="name"
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            setWantsTyping(true)
            onAnswer(target.value === '' ? '' : { typed: target.value })
          }}
        />
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          onClick={() => {
            setWantsTyping(false)
            onAnswer('')
          }}
        >
          <PenLine aria-hidden />
          {texts.draw}
        </Button>
      </QuestionGroup>
    )
  const isFull = strokes.length >= mostStrokes || pointsOf(strokes) >= mostPoints
  return (
    <QuestionGroup field={field} error={error}>
      <Pad
        strokes={strokes}
        isFull={isFull}
        onDrawn={(drawn) => onAnswer({ strokes: [...strokes, drawn] })}
      />
      {isFull && <p className="mt-1.5 text-note text-muted">{texts.full}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {strokes.length > 0 ? (
          <>
            <Button
              variant="quiet"
              size="small"
              onClick={() => onAnswer(strokes.length > 1 ? { strokes: strokes.slice(0, -1) } : '')}
            >
              <Undo2 aria-hidden />
              {texts.undo}
            </Button>
            <Button variant="quiet" size="small" onClick={() => onAnswer('')}>
              <Trash2 aria-hidden />
              {texts.clear}
            </Button>
          </>
        ) : (
          <Button variant="quiet" size="small" onClick={() => setWantsTyping(true)}>
            <Keyboard aria-hidden />
            {texts.type}
          </Button>
        )}
      </div>
    </QuestionGroup>
  )
}

/** @param onDrawn called with each line when the pointer is lifted */
function Pad({
  strokes,
  isFull,
  onDrawn,
}: {
  strokes: readonly number[][]
  isFull: boolean
  onDrawn(stroke: number[]): void
}) {
  const line = useRef<number[] | null>(null)
  const [shown, setShown] = useState<number[]>([])
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!line.current) return
    line.current = [...line.current, ...pointOf(event)]
    setShown(line.current)
  }
  const finish = () => {
    const drawn = line.current
    line.current = null
    setShown([])
    if (!drawn) return
    const stroke = simplified(drawn)
    if (pointsOf(strokes) + stroke.length / 2 <= mostPoints) onDrawn(stroke)
  }
  const isEmpty = strokes.length === 0 && shown.length === 0
  return (
    <div className="relative">
      <SignatureDrawing
        strokes={shown.length > 0 ? [...strokes, shown] : strokes}
        label={strokes.length > 0 ? texts.drawn : texts.label}
        className="aspect-[3/1] w-full cursor-crosshair touch-none rounded-control border border-control bg-surface select-none"
        onPointerDown={(event) => {
          if (isFull || !event.isPrimary || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          line.current = pointOf(event)
          setShown(line.current)
        }}
        onPointerMove={(event) => event.isPrimary && draw(event)}
        onPointerUp={(event) => event.isPrimary && finish()}
        onPointerCancel={(event) => event.isPrimary && finish()}
      >
        <path d={`M24 ${height - 40}H${width - 24}`} className="stroke-line" strokeWidth={1.5} />
      </SignatureDrawing>
      {isEmpty && (
        <p
          aria-hidden
          className="pointer-events-none absolute bottom-1/4 left-4 text-note text-muted select-none"
        >
          {texts.empty}
        </p>
      )}
    </div>
  )
}

function pointsOf(strokes: readonly number[][]): number {
  return strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0)
}

/** In whole units of the box. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): [number, number] {
  const box = currentTarget.getBoundingClientRect()
  const within = (share: number, most: number) => Math.min(most, Math.max(0, Math.round(share * most)))
  return [within((clientX - box.left) / box.width, width), within((clientY - box.top) / box.height, height)]
}
