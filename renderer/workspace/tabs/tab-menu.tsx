import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isFavourite, toggleFavourite, useFavourites } from '../../state/favourites.ts';
import { copyLinkToTab } from '../../state/share-view.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import {
  closeOtherTabs,
  closeSplit,
  closeTab,
  closeTabsRightOf,
  moveTab,
  pinTab,
  reopenTab,
  showBeside,
} from '../../state/tabs.ts';

/** The context menu of a tab. */
export function TabMenu({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const { tabs, closed, activeTab, split } = useTabs();
  const { reference, label } = tab;
  const favourite = useFavourites((list) => isFavourite(list.favourites, reference));
  const position = tabs.findIndex((each) => each.id === tab.id);
  return (
    <>
      <Menu.Item onClick={() => pinTab(tab.id, !tab.pinned)}>{t(tab.pinned ? 'tabs.unpin' : 'tabs.pin')}</Menu.Item>
      <Menu.Item disabled={position <= 0} onClick={() => moveTab(tab.id, position - 1)}>
        {t('tabs.moveLeft')}
      </Menu.Item>
      <Menu.Item disabled={position === tabs.length - 1} onClick={() => moveTab(tab.id, position + 1)}>
        {t('tabs.moveRight')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={activeTab === null || activeTab === tab.id} onClick={() => showBeside(tab.id)}>
        {t('split.beside')}
      </Menu.Item>
      {split !== null && <Menu.Item onClick={closeSplit}>{t('split.close')}</Menu.Item>}
      {tab.file === undefined && (
        <>
          <Menu.Item onClick={() => toggleFavourite({ reference, label })}>
            {t(favourite ? 'tree.removeFavourite' : 'tree.addFavourite')}
          </Menu.Item>
          <Menu.Item onClick={() => void copyLinkToTab(t, tab.id)}>{t('share.copy')}</Menu.Item>
        </>
      )}
      <Menu.Divider />
      <Menu.Item onClick={() => closeTab(tab.id)}>{t('tabs.closeThis')}</Menu.Item>
      <Menu.Item disabled={tabs.length < 2} onClick={() => closeOtherTabs(tab.id)}>
        {t('tabs.closeOthers')}
      </Menu.Item>
      <Menu.Item disabled={position === tabs.length - 1} onClick={() => closeTabsRightOf(tab.id)}>
        {t('tabs.closeRight')}
      </Menu.Item>
      <Menu.Item disabled={closed.length === 0} onClick={() => reopenTab()}>
        {t('tabs.reopen')}
      </Menu.Item>
    </>
  );
}
