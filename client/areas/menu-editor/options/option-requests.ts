import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import {
  changeOptionGroup,
  copyOptionGroup,
  createOptionGroup,
  deleteOptionGroup,
  type OptionGroup,
  type OptionGroupInput,
  setOptionSoldOut,
} from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ifMatch, ignoreNotFound, sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { currentLanguage } from '../../../lib/words/language.ts'
import { i18n } from '../../../ui/translation.ts'
import { sequentialMenuChange, updateCachedGroup } from '../owners-menu.ts'

const paramsOf = ({ id }: Pick<OptionGroup, 'id'>) => ({ id: String(id) })

type GroupToSave =
  /** `dishId`: the only dish that has it, or null. */
  | { input: OptionGroupInput; dishId: number | null; key: string }
  /** `group`: the version to which the change is made. */
  | { input: OptionGroupInput; group: OptionGroup }

/** Adds or changes a group. The form handles errors. */
export function useSaveGroup() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (request: GroupToSave) =>
      'key' in request
        ? sendChange(createOptionGroup, {
            body: { ...request.input, dishId: request.dishId },
            headers: { 'Idempotency-Key': request.key },
          })
        : sendChange(changeOptionGroup, {
            params: paramsOf(request.group),
            body: request.input,
            headers: ifMatch({ version: request.group.version ?? 1 }),
          }),
    onSuccess: (group) => updateCachedGroup(group),
  })
}

export function useCopyGroup(onDone: (copy: OptionGroup) => void) {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (group: OptionGroup) => sendChange(copyOptionGroup, { params: paramsOf(group) }),
    onSuccess(copy) {
      updateCachedGroup(copy)
      onDone(copy)
    },
    failure: 'common.error',
  })
}

export function useDeleteGroup(onDone: () => void) {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (group: OptionGroup) => ignoreNotFound(sendChange(deleteOptionGroup, { params: paramsOf(group) })),
    success: (_, group) => i18n.t('menuEditor.deleted', { name: nameIn(currentLanguage(), group) }),
    onSuccess: onDone,
    failure: 'common.error',
  })
}

/** Marks an option as sold out today, or takes that back. */
export function useSellOutOption() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: ({ group, optionId, soldOut }: { group: OptionGroup; optionId: number; soldOut: boolean }) =>
      sendChange(setOptionSoldOut, { params: { ...paramsOf(group), optionId: String(optionId) }, body: { soldOut } }),
    onSuccess: (group) => updateCachedGroup(group),
    failure: 'soldOut.failed',
  })
}

/** The dishes that have a required group, and so cannot be an option of another dish. */
export function dishesWithRequiredGroup(groups: readonly OptionGroup[]): Set<MenuItem['id']> {
  return new Set(groups.flatMap(({ min, usedBy = [] }) => (min > 0 ? usedBy : [])))
}
