/**
 * Charts as plain SVG, sized by attributes because the page policy allows no inline style. Hidden from screen readers:
 * each has the same figures as text or in a table.
 */

import { cn } from './ui/class-names.ts'

export function Columns({
  values,
  labels,
  isLow = false,
}: {
  values: readonly number[]
  labels: readonly [string, string]
  isLow?: boolean
}) {
  const most = Math.max(1, ...values)
  return (
    <div aria-hidden="true">
      <p className="mb-1.5 flex text-note text-muted tabular-nums">
        {values.map((value, at) => (
          <span key={String(at)} className="min-w-0 flex-1 text-center">
            {value}
          </span>
        ))}
      </p>
      <svg
        aria-hidden="true"
        className={cn('block w-full', isLow ? 'h-28' : 'h-40 sm:h-56')}
        preserveAspectRatio="none"
        viewBox={`0 0 ${values.length} 100`}
      >
        {values.map((value, at) => (
          <g key={String(at)}>
            <rect x={at + 0.12} y="99" width="0.76" height="1" className="fill-control" />
            <rect
              x={at + 0.12}
              y={100 - (100 * value) / most}
              width="0.76"
              height={(100 * value) / most}
              className="fill-primary"
            />
          </g>
        ))}
      </svg>
      <p className="mt-1.5 flex justify-between text-note text-muted">
        <span>{labels[0]}</span>
        <span>{labels[1]}</span>
      </p>
    </div>
  )
}

/** A stacked bar; the second part is lighter (`BarLegend` names both). */
export function Bar({ parts, whole }: { parts: readonly [number, number?]; whole: number }) {
  const [first, second = 0] = parts
  const width = (value: number) => (whole <= 0 ? 0 : (100 * Math.max(0, value)) / whole)
  return (
    <svg aria-hidden="true" className="block h-2.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect width="100" height="1" className="fill-sunken" />
      <rect width={width(first)} height="1" className="fill-primary" />
      <rect x={width(first)} width={width(second)} height="1" className="fill-control" />
    </svg>
  )
}

export function BarLegend({ parts }: { parts: readonly [string, string] }) {
  return (
    <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-note text-muted">
      {parts.map((part, at) => (
        <span key={part} className="inline-flex items-center gap-2">
          <span className={cn('size-2.5 rounded-full', at === 0 ? 'bg-primary' : 'bg-control')} />
          {part}
        </span>
      ))}
    </p>
  )
}
