import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  Combobox,
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  Menu,
  Modal,
  MultiSelect,
  mergeThemeOverrides,
  NativeSelect,
  Notification,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Table,
  Tabs,
  TagsInput,
  Textarea,
  TextInput,
  type VariantColorsResolver,
} from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import colours from './colours.json' with { type: 'json' };

const dense = { size: 'xs' } as const;

/** A popup that is too tall for the window scrolls. */
export const withinWindow = { flip: true, shift: true, size: true } as const;

/** Filled and pressed buttons use the design's colours, which are dark on light and light on dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant === 'light') {
    const background = 'var(--surface-selected)';
    return { ...resolved, background, hover: background, color: 'var(--accent-strong)' };
  }
  if (input.variant !== 'filled') return resolved;
  const [background, hover] =
    input.color === 'red' ? ['var(--danger)', 'var(--danger-strong)'] : ['var(--accent)', 'var(--accent-strong)'];
  return { ...resolved, background, hover, color: 'var(--on-accent)', border: '1px solid transparent' };
};

/** The component library sets these per scheme, which would take precedence over values for both schemes. */
const texts = { '--mantine-color-error': 'var(--danger)', '--mantine-color-dimmed': 'var(--text-quiet)' };

/** Whatever the component library draws in its primary colour uses the accent too. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
  },
  light: texts,
  dark: texts,
});

/** The component library's theme in the design's colours and density; surfaces come from theme.css. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 6 },
  variantColorResolver,
  autoContrast: true,
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '18px' }, h2: { fontSize: '15px' }, h3: { fontSize: '13px' } },
  },
  colors: {
    accent: colorsTuple(colours.accent),
    gray: colorsTuple(colours.gray),
    dark: colorsTuple(colours.dark),
  },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 'sm', variant: 'subtle', color: 'gray' } }),
    Autocomplete: Autocomplete.extend({ defaultProps: dense }),
    Button: Button.extend({ defaultProps: dense }),
    Checkbox: Checkbox.extend({ defaultProps: dense }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 0 },
        withInitialFocusPlaceholder: false,
        withinPortal: false,
        middlewares: withinWindow,
      },
      styles: { dropdown: { overflow: 'auto' } },
    }),
    Modal: Modal.extend({
      defaultProps: { transitionProps: { duration: 100 }, overlayProps: { backgroundOpacity: 0.35 }, padding: 'lg' },
      styles: { title: { fontWeight: 600, fontSize: 15 } },
    }),
    NumberInput: NumberInput.extend({ defaultProps: dense }),
    PasswordInput: PasswordInput.extend({ defaultProps: dense }),
    Radio: Radio.extend({ defaultProps: dense }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: dense }),
    // The choices of a closed list are not there: of a form with ten lists they are most of its elements.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    // Typing and pressing Enter selects the first match.
    MultiSelect: MultiSelect.extend({ defaultProps: { ...dense, selectFirstOptionOnChange: true } }),
    NativeSelect: NativeSelect.extend({ defaultProps: dense }),
    Select: Select.extend({ defaultProps: { ...dense, allowDeselect: false, selectFirstOptionOnChange: true } }),
    Switch: Switch.extend({ defaultProps: dense }),
    Table: Table.extend({ defaultProps: { fz: 'sm', verticalSpacing: 6, horizontalSpacing: 'md' } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    TagsInput: TagsInput.extend({ defaultProps: dense }),
    Textarea: Textarea.extend({ defaultProps: dense }),
    TextInput: TextInput.extend({ defaultProps: dense }),
  },
});

/** The theme with the names of the library's own buttons in the language of the window. */
export function useThemeInWords() {
  const { t } = useTranslation();
  return useMemo(() => {
    const defaultProps = { closeButtonProps: { 'aria-label': t('common.close') } };
    const components = { Modal: Modal.extend({ defaultProps }), Notification: Notification.extend({ defaultProps }) };
    return mergeThemeOverrides(theme, createTheme({ components }));
  }, [t]);
}
