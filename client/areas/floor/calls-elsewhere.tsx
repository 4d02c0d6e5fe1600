import { Hand } from 'lucide-react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { StatusStrip, StripButton, type StripNotice, t } from '../../ui/index.ts'
import { type FloorTask, floorTasks, taskKey, useTakeCall } from './tables.ts'
import { titleOfTask } from './task-list.tsx'

/** The calls of other tables that nobody has taken, with their one button. */
export const callNotices = (tables: readonly FloorTable[], openId: number): StripNotice[] =>
  floorTasks(
    tables.filter(({ id }) => id !== openId),
    [],
  ).flatMap((task) =>
    task.kind === 'call'
      ? {
          key: taskKey(task),
          tone: 'accent',
          icon: <Hand />,
          text: titleOfTask(task),
          action: <TakeCall task={task} />,
        }
      : [],
  )

function TakeCall({ task }: { task: Extract<FloorTask, { kind: 'call' | 'taken' }> }) {
  const { mutate, isPending } = useTakeCall(task.table, task.call)
  return (
    <StripButton pending={isPending} onClick={() => mutate()} aria-label={`${t('floor.take')}: ${titleOfTask(task)}`}>
      {t('floor.take')}
    </StripButton>
  )
}

/** On a phone, where the opened table covers the list. */
export function CallsElsewhere({ tables, openId }: { tables: readonly FloorTable[]; openId: number }) {
  return (
    <div className="md:hidden">
      <StatusStrip notices={callNotices(tables, openId)} />
    </div>
  )
}
