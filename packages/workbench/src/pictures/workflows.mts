import type { Demo } from '../demo/demo.mts';
import { exampleNames, exampleWorkflow } from '../demo/examples.mts';
import type { Editor, Theme } from '../n8n/editor.mts';
import { regionOf, takePictureOf } from './picture.mts';

const CANVAS = { width: 1400, height: 620 };
/** Menus and buttons lie over the canvas. */
const NOTHING_ELSE =
	'body * { visibility: hidden; } .vue-flow__viewport, .vue-flow__viewport * { visibility: visible; }';
const STARTER = /^starters\//;

/** Each full example on the canvas, for docs/workflows.md. */
export async function pictureWorkflows(editor: Editor, { stack }: Demo, theme: Theme): Promise<void> {
	const { page } = editor;
	await page.setViewportSize(CANVAS);
	for (const name of exampleNames().filter((one) => !STARTER.test(one))) {
		const workflow = await stack.client.findWorkflow(exampleWorkflow(name).name);
		if (workflow === undefined) throw new Error(`The demo has no workflow of ${name}.json`);
		await page.goto(`${stack.url}/workflow/${workflow.id}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.getByTestId('zoom-to-fit').click();
		const canvas = await regionOf(page.getByTestId('canvas'));
		await page.addStyleTag({ content: NOTHING_ELSE });
		await takePictureOf(page, canvas, `workflows/${name}`, theme);
	}
}
