Sub Run(folder As String)
  Dim source, target, args(0) As New com.sun.star.beans.PropertyValue, saved(0) As New com.sun.star.beans.PropertyValue
  args(0).Name = "Hidden" : args(0).Value = True
  saved(0).Name = "FilterName" : saved(0).Value = "MS Word 2007 XML"
  Dim list As String, number As Integer
  number = FreeFile
  Open folder & "/edits.txt" For Input As #number
  Dim doc, row As String, part
  Do While Not EOF(number)
    Line Input #number, row
    part = Split(row, "|")
    Select Case part(0)
    Case "open"
      doc = StarDesktop.loadComponentFromURL(ConvertToURL(folder & "/" & part(1)), "_blank", 0, args())
    Case "save"
      doc.storeToURL(ConvertToURL(folder & "/" & part(1)), saved())
      doc.close(True)
    Case "track"
      doc.RecordChanges = True
    Case "replace"
      Dim r
      r = doc.createReplaceDescriptor()
      r.SearchCaseSensitive = True
      r.SearchString = part(1) : r.ReplaceString = part(2)
      If doc.replaceAll(r) = 0 Then Missing folder, row
    Case Else
      Dim s, f, c
      s = doc.createSearchDescriptor()
      s.SearchCaseSensitive = True
      s.SearchString = part(1)
      f = doc.findFirst(s)
      If IsNull(f) Then
        Missing folder, row
      Else
        c = f.Text.createTextCursorByRange(f)
        Edit doc, c, part
      End If
    End Select
  Loop
  Close #number
End Sub

Sub Missing(folder, row)
  Dim n As Integer
  n = FreeFile
  Open folder & "/missing.txt" For Append As #n
  Print #n, row
  Close #n
End Sub

Sub Dispatch(doc, command)
  Dim helper, none()
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, command, "", 0, none())
End Sub

Sub Edit(doc, c, part)
  Select Case part(0)
  Case "after"
    c.gotoEndOfParagraph(False)
    c.Text.insertControlCharacter(c, com.sun.star.text.ControlCharacter.PARAGRAPH_BREAK, False)
    c.Text.insertString(c, part(2), False)
  Case "type"
    c.gotoEndOfParagraph(False)
    c.Text.insertString(c, part(2), False)
  Case "delete"
    c.gotoStartOfParagraph(False)
    c.gotoEndOfParagraph(True)
    c.goRight(1, True)
    c.setString("")
  Case "split"
    c.collapseToEnd()
    c.Text.insertControlCharacter(c, com.sun.star.text.ControlCharacter.PARAGRAPH_BREAK, False)
  Case "join"
    c.gotoEndOfParagraph(False)
    c.goRight(1, True)
    c.setString(" ")
  Case "up", "down"
    doc.CurrentController.select(c)
    Dispatch doc, IIf(part(0) = "up", ".uno:MoveUp", ".uno:MoveDown")
  End Select
End Sub
