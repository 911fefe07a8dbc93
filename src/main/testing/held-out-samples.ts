/**
 * More texts by kind, beside `prose-samples.ts`; written for this project and kept out of every fit.
 */
export const HELD_OUT_SAMPLES: Readonly<Record<string, string>> = {
  spanish: `Ayer por la tarde volví a revisar el problema de los pedidos duplicados y creo que ya sé de dónde viene. Cuando la conexión se corta justo después de enviar el formulario, la aplicación piensa que el envío ha fallado y lo repite sin avisar a nadie. El servidor, en cambio, ya había guardado el primero, así que el cliente termina con dos pedidos iguales y nosotros con una llamada de teléfono bastante desagradable.

Mi propuesta es sencilla: cada formulario lleva un número propio desde que se abre, y el servidor ignora cualquier envío cuyo número ya conozca. No hace falta cambiar la base de datos, solo añadir una columna y una comprobación. Lo he probado con la red apagada a mitad del envío y funciona bien. ¿Puedes mirar si el equipo de la tienda usa la misma pantalla? Si es así, conviene avisarles antes del viernes, porque después no habrá nadie en la oficina hasta la semana siguiente.`,
  hebrew: `אתמול בערב בדקתי שוב את הבעיה עם ההודעות שנעלמות, ואני חושב שסוף סוף הבנתי מה קורה שם. כשהמשתמש סוגר את החלון לפני שהשמירה הסתיימה, התוכנה מוחקת את הטיוטה כי היא בטוחה שההודעה כבר נשלחה. השרת לא קיבל דבר, ולכן אין לנו שום דרך להחזיר את מה שנכתב.

אני רוצה לשנות רק דבר אחד: הטיוטה תימחק אחרי שהשרת עונה, ולא לפני כן. זה שינוי קטן, אבל צריך לבדוק אותו גם בטלפון, כי שם החיבור נופל הרבה יותר. תוכלי לשאול את הצוות השני אם הם משתמשים באותו קוד? אם כן, כדאי לעדכן אותם עד סוף השבוע, אחרת הם יגלו את זה לבד ויכעסו עלינו. מלבד זאת הכול עובד, והבדיקות עוברות בכל פעם שאני מריץ אותן.`,
  hindi: `कल शाम मैंने फिर से उस समस्या को देखा जिसमें रिपोर्ट आधी ही बनती है, और मुझे लगता है कि अब कारण समझ में आ गया है। जब सर्वर पर बहुत सारे लोग एक साथ काम करते हैं, तो पुरानी फ़ाइल बंद होने से पहले ही नई फ़ाइल खोल दी जाती है। इस वजह से कुछ पंक्तियाँ पहली फ़ाइल में चली जाती हैं और किसी को पता भी नहीं चलता।

मेरा सुझाव है कि हम पहले इंतज़ार करें और उसके बाद ही नई फ़ाइल खोलें। यह बदलाव छोटा है, लेकिन इसे ध्यान से जाँचना होगा क्योंकि दूसरे विभाग भी यही कोड इस्तेमाल करते हैं। क्या आप उनसे पूछ सकते हैं कि उन्हें कोई परेशानी तो नहीं होगी? अगर सब ठीक रहा तो हम इसे अगले सप्ताह शुरू कर देंगे। मैंने एक परीक्षण भी लिखा है, जो पहले हर बार असफल होता था और अब हर बार सफल होता है।`,
  thai: `เมื่อวานตอนเย็นผมกลับไปดูปัญหาเรื่องรูปภาพที่หายไปอีกครั้ง และคิดว่าเข้าใจสาเหตุแล้ว เวลาที่ผู้ใช้ส่งรูปหลายรูปพร้อมกัน ระบบจะตั้งชื่อไฟล์ตามเวลาเป็นวินาที ถ้ามีสองรูปในวินาทีเดียวกัน รูปที่สองก็จะไปทับรูปแรกโดยไม่มีใครรู้

ผมอยากแก้แค่จุดเดียว คือเพิ่มตัวเลขต่อท้ายชื่อไฟล์เพื่อไม่ให้ซ้ำกัน ไม่จำเป็นต้องเปลี่ยนฐานข้อมูลหรือหน้าจออะไรเลย คุณช่วยถามทีมมือถือหน่อยได้ไหมว่าเขาใช้โค้ดเดียวกันหรือเปล่า ถ้าใช่เราควรบอกเขาก่อนวันศุกร์ เพราะหลังจากนั้นจะไม่มีใครอยู่ที่สำนักงาน ส่วนการทดสอบผมเขียนไว้แล้วและผ่านทุกครั้ง`,
  vietnamese: `Chiều hôm qua tôi xem lại lỗi gửi thư hai lần và tôi nghĩ rằng mình đã tìm ra nguyên nhân. Khi mạng bị chậm, người dùng không thấy gì thay đổi trên màn hình nên họ bấm nút gửi thêm một lần nữa. Máy chủ nhận cả hai yêu cầu và không biết rằng đó là cùng một lá thư.

Tôi muốn sửa theo cách đơn giản nhất: sau lần bấm đầu tiên thì khóa nút lại và hiện một dòng chữ nhỏ để mọi người biết thư đang được gửi. Ngoài ra máy chủ cũng nên kiểm tra mã số của thư trước khi lưu. Bạn có thể hỏi nhóm làm ứng dụng điện thoại xem họ có dùng chung phần này không? Nếu có thì chúng ta nên báo cho họ trước thứ sáu, vì tuần sau nhiều người sẽ nghỉ. Tôi đã viết một bài kiểm tra và lần nào chạy cũng đạt.`,
  'chinese-technical': `该模块负责把对话记录写入磁盘。每次追加消息时，先在内存中计算校验和，再调用 fsync 保证数据落盘，最后更新索引文件。如果进程在两步之间崩溃，下次启动时会扫描日志末尾，丢弃不完整的记录，并重新建立索引。

配置项说明：缓存大小默认为 64 MB，可以通过环境变量修改；线程数量建议与处理器核心数一致；超时时间以毫秒为单位，取值为零表示不限制。当请求失败并返回状态码 429 时，客户端应当按照指数退避的方式重试，最多五次。所有接口都返回 JSON 格式的数据，字段名称使用小写字母和下划线。`,
  'chinese-chat': `你好，我昨天晚上试了一下你说的那个办法，结果还是不行。程序一开始看起来很正常，可是过了十几分钟就突然没有反应了，连日志也不再更新。我重新启动了两次，情况都一样。是不是因为我这边的网络比较慢？还是说我哪里设置错了？如果你有时间的话，能不能帮我看一下配置文件？我已经把它放在我们共用的文件夹里了。另外，小组里的其他人好像没有碰到这个问题，所以我怀疑跟我的电脑有关系。要是今天来不及也没关系，明天再说吧，谢谢你！`,
  'russian-chat': `Привет! Я вчера попробовал сделать так, как ты советовал, но ничего не получилось. Сначала программа работает нормально, а потом просто перестаёт отвечать, и в журнале больше ничего не появляется. Я два раза всё перезапускал, результат тот же самый. Может быть, дело в том, что у меня медленная сеть? Или я что-то неправильно настроил? Если у тебя будет время, посмотри, пожалуйста, на мой файл с настройками, он лежит в общей папке. У остальных ребят такой проблемы, кажется, нет, поэтому я думаю, что это связано именно с моим компьютером. Если сегодня не успеешь, ничего страшного, поговорим завтра. Спасибо большое!`,
  'markdown-table': `## Results by module

| Module | Files | Lines | Coverage | Status | Notes |
|---|---:|---:|---:|:---:|---|
| \`reader\` | 14 | 1,820 | 91.4 % | ok | fastest path since the last change |
| \`writer\` | 9 | 1,105 | 88.0 % | ok | waits for the disk before it answers |
| \`search\` | 22 | 3,964 | 74.9 % | open | two slow tests, see the list below |
| \`settings\` | 6 | 512 | 97.2 % | ok | – |
| \`import\` | 31 | 5,240 | 69.3 % | failed | three formats are not read yet |

- [x] **reader**: first page under 10 ms
- [ ] **search**: index smaller than a third of the data
- [ ] **import**: errors name the line and the column`,
  mixed: `OK, das habe ich geprüft: the build fails only on the second run. 这个问题只出现在缓存打开的时候。 Here is what I ran:

\`\`\`bash
npm run build -- --cache && npm test -- --filter="import/**" 2>&1 | tail -n 20
\`\`\`

Résultat : « 3 tests failed » ✅→❌. Проверь, пожалуйста, файл \`src/import/read-lines.ts\`. 次のステップはキャッシュを消してもう一度試すことです。 다시 실행하면 괜찮을 거예요. {"ok":false,"retries":2,"lastError":"ENOENT"} Danke! 👍🎉`,
}
