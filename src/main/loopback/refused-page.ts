// The page for a browser without a session: plain HTML in both languages.

export const refusedPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stillroom</title>
</head>
<body>
<h1>This link does not open Stillroom</h1>
<p>A link works once, and only while the Stillroom that printed it is running.</p>
<p>For a new link, press Enter in the terminal where Stillroom runs, or start Stillroom again. Nothing that was saved is lost.</p>
<section lang="ar" dir="rtl">
<h1>هذا الرابط لا يفتح Stillroom</h1>
<p>يعمل كل رابط مرة واحدة فقط، وما دام البرنامج الذي طبعه قيد التشغيل.</p>
<p>للحصول على رابط جديد اضغط Enter في نافذة الأوامر التي يعمل فيها Stillroom، أو شغّل Stillroom من جديد. لم يضع شيء مما حُفظ.</p>
</section>
</body>
</html>
`;
