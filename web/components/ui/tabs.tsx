import * as Primitive from '@radix-ui/react-tabs'
import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './class-names.ts'

export const Tabs = Primitive.Root

/** Tabs scroll sideways if they do not fit; the open one is scrolled into view after a page load. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[data-state=active]')
    // not scrollIntoView, which also scrolls the page
    if (list.current && open) list.current.scrollLeft = open.offsetLeft - list.current.offsetLeft
  }, [])
  return <Primitive.List ref={list} className={cn('tabs-list', className)} {...props} />
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
