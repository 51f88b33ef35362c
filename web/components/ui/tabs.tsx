import * as Primitive from '@radix-ui/react-tabs'
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import { cn } from './class-names.ts'

export const Tabs = Primitive.Root

/** Tabs scroll sideways if they do not fit: the open one is scrolled into view, and an edge fades where more follow. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  useLayoutEffect(() => {
    function show(): void {
      const open = list.current?.querySelector<HTMLElement>('[data-state=active]')
      if (!list.current || !open) return
      markEnds(list.current)
      // a count that loads later widens the tabs
      const place = `${open.id} ${list.current.scrollWidth}`
      if (place === shown.current) return
      shown.current = place
      // not scrollIntoView, which also scrolls the page
      list.current.scrollLeft = open.offsetLeft + open.offsetWidth / 2 - list.current.clientWidth / 2
    }
    // in the frame that shows the render, which needs the layout anyway
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const watched = new ResizeObserver(() => markEnds(element))
    watched.observe(element)
    return () => watched.disconnect()
  }, [])
  return (
    <Primitive.List
      ref={list}
      className={cn('tabs-list', className)}
      onScroll={({ currentTarget }) => markEnds(currentTarget)}
      {...props}
    />
  )
}

/** Marks the edges beyond which there are more tabs (web/styles/components/layer.css). */
function markEnds(list: HTMLElement): void {
  const hidden = list.scrollWidth - list.clientWidth
  list.toggleAttribute('data-more-before', list.scrollLeft > 1)
  list.toggleAttribute('data-more-after', list.scrollLeft < hidden - 1)
}

/** Radix focuses a clicked tab by script, which browsers ring as if by keyboard: `data-pressed` hides that ring. */
export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn('tabs-trigger', className)}
      onPointerDown={({ currentTarget }) => currentTarget.toggleAttribute('data-pressed', true)}
      onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      {...props}
    />
  )
}

/** No stop of the Tab key: each panel has controls, or is read as part of the page. */
export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content tabIndex={-1} className={cn('pt-6', className)} {...props} />
}
