import * as Primitive from '@radix-ui/react-tabs'
import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './class-names.ts'

export const Tabs = Primitive.Root

/** Tabs that do not fit scroll sideways; the open one of a page that was just loaded is in view. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[data-state=active]')
    // not scrollIntoView, which moves the page as well
    if (list.current && open) list.current.scrollLeft = open.offsetLeft - list.current.offsetLeft
  }, [])
  return <Primitive.List ref={list} className={cn('tabs-list', className)} {...props} />
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return <Primitive.Trigger className={cn('tabs-trigger', className)} {...props} />
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn('pt-6', className)} {...props} />
}
